// The table of senet play: the position, its legal moves, seats, and saved games.
#include "cmd/play/play_table.h"

#include "base/file.h"
#include "cmd/frame/terminal.h"

#include <stdio.h>

// ---- moves ---------------------------------------------------------------------------------------

static void note_texts(Table *table) {
  VEC_CLEAR(&table->starts);
  text_clear(&table->texts);
  for (size_t i = 0; i < table->moves.n; i++) {
    VEC_PUSH(&table->starts, table->texts.n);
    api_move_text(table->position, i, &table->texts);
    text_char(&table->texts, '\0');
  }
}

size_t table_look(Table *table) {
  size_t n = 0;
  if (table->looked) return table->moves.n;
  VEC_CLEAR(&table->moves);
  api_list(table->position, &n);
  for (size_t i = 0; i < n; i++) VEC_PUSH(&table->moves, (senet_move){0});
  if (n) senet_position_moves(table->position, 0, table->moves.at, n, &n);
  note_texts(table);
  table->looked = true;
  return n;
}

bool table_is_move_of(const Table *table, size_t i, int seat) {
  return i < table->moves.n && api_seat_of(table->position, table->moves.at[i].mover) == seat;
}

void table_play(Table *table, const Turn *turn) {
  table->looked = false;
  table->turns++;
  if (table->together) senet_position_apply_all(table->position, turn->moves, turn->n);
  else senet_position_apply(table->position, turn->moves[0]);
}

bool table_undo(Table *table) {
  if (!table->turns || senet_position_undo(table->position) != SENET_OK) return false;
  table->looked = false;
  table->turns--;
  return true;
}

void table_restart(Table *table, uint64_t seed) {
  senet_position_start(table->position, seed, 0);
  if (table->setup) senet_position_set(table->position, table->setup);
  table->seed = seed;
  table->turns = 0;
  table->resigned = 0;
  table->looked = false;
}

void table_free(Table *table) {
  for (int seat = 1; seat <= SENET_PLAYERS_MAX; seat++) senet_agent_free(table->agents[seat]);
  line_reader_free(table->reader);
  VEC_FREE(&table->moves);
  VEC_FREE(&table->starts);
  text_free(&table->texts);
  senet_position_free(table->position);
  api_close(&table->api);
}

// ---- seats ---------------------------------------------------------------------------------------

int table_player(const Table *table, int seat) {
  int32_t players[SENET_PLAYERS_MAX];
  if (senet_position_seats(table->position, players, (size_t)table->players) != SENET_OK) return seat;
  return players[seat - 1];
}

int table_seat_to_move(const Table *table) {
  int mover = senet_position_mover(table->position);
  return mover ? api_seat_of(table->position, mover) : 0;
}

bool table_has_person(const Table *table) {
  for (int seat = 1; seat <= table->players; seat++) {
    if (table_is_person(table, seat)) return true;
  }
  return false;
}

int table_viewer(const Table *table) {
  int persons = 0, last = 0, mover = table_seat_to_move(table);
  for (int seat = 1; seat <= table->players; seat++) {
    if (!table_is_person(table, seat)) continue;
    persons++;
    last = seat;
  }
  if (persons > 1 && table_is_person(table, mover)) last = mover;
  return senet_position_over(table->position) || !persons ? 0 : table_player(table, last);
}

// ---- showing -------------------------------------------------------------------------------------

void table_board_text(const Table *table, bool sites, Text *out) {
  senet_draw_options look = SENET_DRAW_OPTIONS;
  look.player = table_viewer(table);
  look.colour = terminal_colour(stdout);
  look.sites = sites;
  look.last_move = table->terminal && table->turns;
  api_board(table->position, &look, out);
}

void table_show_board(const Table *table, bool sites) {
  Text text = {0};
  table_board_text(table, sites, &text);
  fwrite(text_str(&text).p, 1, text.n, stdout);
  text_free(&text);
}

void table_show_pieces(const Table *table) {
  Text text = {0};
  api_legend(table->api.game, &text);
  fwrite(text_str(&text).p, 1, text.n, stdout);
  text_free(&text);
}

// ---- saved games ---------------------------------------------------------------------------------

static senet_status write_record(const void *self, char *buffer, size_t size, size_t *length) {
  senet_position *const *position = self;
  return senet_position_record(*position, buffer, size, length);
}

bool table_save(Table *table, const char *path, const char **why) {
  Text text = {0};
  api_written(&text, write_record, &table->position);
  bool good = text.n > 0;
  if (!good) *why = arena_printf(table->arena, "%s", senet_message());
  text_char(&text, '\n');
  good = good && file_write(table->arena, path, text_str(&text), why);
  text_free(&text);
  return good;
}

static bool replay(Table *table, const senet_record *record, const char **why) {
  if (strcmp(senet_record_name(record), senet_game_name(table->api.game)) != 0) {
    *why = arena_printf(table->arena, "it is a game of %s", senet_record_name(record));
    return false;
  }
  if (senet_record_replay(record, table->position, SIZE_MAX) != SENET_OK) {
    *why = arena_printf(table->arena, "%s", senet_message());
    return false;
  }
  table->turns = senet_record_count(record);
  table->looked = false;
  return true;
}

bool table_load(Table *table, const char *path, const char **why) {
  Str text;
  senet_record *record = NULL;
  if (!file_read(table->arena, path, 0, &text, why)) return false;
  Str line = api_first_line(text);
  bool good = senet_record_read(table->api.library, line.p, line.n, &record) == SENET_OK;
  if (good) good = replay(table, record, why);
  else *why = arena_printf(table->arena, "%s", senet_message());
  senet_record_free(record);
  return good;
}
