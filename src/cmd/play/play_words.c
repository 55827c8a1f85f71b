// What a person can type in senet play: moves, and words that are rows of a table.
#include "cmd/play/play_ponder.h"
#include "cmd/play/play_table.h"

#include "base/diag.h"
#include "base/file.h"
#include "cmd/frame/terminal.h"
#include "lud/lower/metadata.h"
#include "play/show/seats.h"
#include "search/opponent.h"
#include "state/act/moves.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_MAX_BYTES = 512, MOVES_NAMED = 8, TEXT_WIDTH = 96 };

// ---- showing -------------------------------------------------------------------------------------

Player table_viewer(const Table *table) {
  const Position *x = table->session->x;
  int persons = 0, last = 0, mover = seat_to_move(x);
  for (int seat = 1; seat <= x->game->players; seat++) {
    if (!table_is_person(table, seat)) continue;
    persons++;
    last = seat;
  }
  if (persons > 1 && table_is_person(table, mover)) last = mover;
  return position_over(x) || !persons ? 0 : seat_player(x, last);
}

void table_board_text(const Table *table, bool labels, Text *out) {
  Player viewer = table_viewer(table);
  const Position *x = table->session->x;
  bool open = !viewer || !game_has(x->game, GAME_HIDDEN);
  const Move *last = table->session->turns.n && open ? last_move(x) : NULL;
  DrawOptions options = {.colour = terminal_colour(stdout),
                         .labels = labels,
                         .viewer = viewer,
                         .marked = table->terminal && last,
                         .from = last ? last->from : GAME_OFF,
                         .to = last ? last->to : GAME_OFF};
  draw_position(out, table->drawing, x, options);
}

void table_show_board(const Table *table, bool labels) {
  Text text = {0};
  table_board_text(table, labels, &text);
  fwrite(text.p, 1, text.n, stdout);
  text_free(&text);
}

void table_show_pieces(const Table *table) {
  Text text = {0};
  draw_legend(&text, table->drawing);
  fwrite(text.p, 1, text.n, stdout);
  text_free(&text);
}

static void show_moves(Table *table, int seat) {
  uint32_t n = session_look(table->session);
  int width = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (table->session->seats.at[i] != seat) continue;
    if (width > 80) width = printf("\n") - 1;
    width += printf("%*s", (16 - width % 16) % 16, "");
    width += printf("%4u %s", i + 1, notation_of(&table->session->notation, i));
  }
  if (width) putchar('\n');
}

// A paragraph, broken at spaces.
static void print_paragraph(Str text) {
  size_t width = 0;
  for (size_t i = 0; i < text.n;) {
    size_t n = 0;
    while (i + n < text.n && !isspace((unsigned char)text.p[i + n])) n++;
    if (width && width + 1 + n > TEXT_WIDTH) width = 0, putchar('\n');
    if (width) putchar(' ');
    fwrite(text.p + i, 1, n, stdout);
    width += n + (width > 0);
    for (i += n; i < text.n && isspace((unsigned char)text.p[i]);) i++;
  }
  if (width) putchar('\n');
}

// ---- words ---------------------------------------------------------------------------------------

typedef struct Spoken {
  const char *name, *argument, *doc;
  bool when_over;  // can be said after the end of the game
  Heard (*run)(Table *table, int seat, const char *argument);
} Spoken;

static const Spoken *spoken(void);

static Heard say_moves(Table *table, int seat, const char *argument) {
  (void)argument;
  show_moves(table, seat);
  return HEARD_AGAIN;
}

static Heard say_board(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  table_show_board(table, false);
  return HEARD_AGAIN;
}

static Heard say_position(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  Text text = {0};
  position_write(&text, table->session->x);
  printf("%s\n", text.p);
  text_free(&text);
  return HEARD_AGAIN;
}

static Heard say_labels(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  table_show_board(table, true);
  return HEARD_AGAIN;
}

static Heard say_pieces(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  table_show_pieces(table);
  return HEARD_AGAIN;
}

static Heard say_rules(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  Str rules = table->metadata ? metadata_info(table->metadata, "rules") : (Str){0};
  if (rules.n) print_paragraph(rules);
  else printf("the description does not say them in words\n");
  return HEARD_AGAIN;
}

// Back to where a person last had the move.
static Heard take_back(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  bool any = false;
  while (session_undo(table->session)) {
    any = true;
    if (table_is_person(table, seat_to_move(table->session->x))) break;
  }
  if (!any) printf("nothing to take back\n");
  return any ? HEARD_CHANGED : HEARD_AGAIN;
}

// hint [SECONDS]
static Heard give_hint(Table *table, int seat, const char *argument) {
  AgentSpec spec;
  const char *why = "";
  double seconds = *argument ? atof(argument) : 1;
  if (!(seconds > 0 && seconds <= 3600)) {
    printf("type: hint, or hint SECONDS\n");
    return HEARD_AGAIN;
  }
  Agent *agent;
  AgentSetting setting = {.game = table->session->game, .seed = table->session->seed, .executor = table->executor};
  const char *text = opponent_for(table->arena, table->session->game, seconds);
  bool good = agent_parse(table->arena, str_of(text), &spec, &why);
  assert(good);
  (void)good;
  agent_new(&spec, &setting, &agent);
  SearchReport report = {0};
  uint32_t choice = agent_choose(agent, table->session->x, seat, &report);
  session_look(table->session);
  printf("%s looks best to %s (value %+.2f)\n", notation_of(&table->session->notation, choice), text, report.value);
  if (report.note) printf("(%s)\n", report.note);
  report_free(&report);
  agent_free(agent);
  return HEARD_AGAIN;
}

void table_restart(Table *table, uint64_t seed) {
  session_free(table->session);
  session_new(table->game, seed, &table->session);
  table->seed = seed;
  table->resigned = 0;
}

static Heard new_game(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  table_restart(table, table->seed + 1);
  printf("a new game, seed %llu\n", (unsigned long long)table->seed);
  return HEARD_CHANGED;
}

static Heard resign(Table *table, int seat, const char *argument) {
  (void)argument;
  table->resigned = seat;
  return HEARD_CHANGED;
}

// The agent of the next seat that has one sits down here, and the person there.
static Heard change_sides(Table *table, int seat, const char *argument) {
  (void)argument;
  int players = table->session->game->players;
  for (int i = 1; i < players; i++) {
    int other = (seat - 1 + i) % players + 1;
    if (table_is_person(table, other)) continue;
    table->agents[seat] = table->agents[other];
    table->agents[other] = NULL;
    printf("you are now player %d\n", seat_player(table->session->x, other));
    return HEARD_CHANGED;
  }
  printf("there is nobody to change sides with\n");
  return HEARD_AGAIN;
}

static Heard save_game(Table *table, int seat, const char *argument) {
  (void)seat;
  Text text = {0};
  const char *why = "";
  session_save(table->session, &table->names, &text);
  if (!*argument) printf("save where? type: save FILE\n");
  else if (file_write(table->arena, argument, text_str(&text), &why)) printf("saved to %s\n", argument);
  else printf("%s: %s\n", argument, why);
  text_free(&text);
  return HEARD_AGAIN;
}

bool table_load(Table *table, const char *path, const char **why) {
  Str text;
  Record record;
  if (!file_read(table->arena, path, 0, &text, why)) return false;
  const char *end = memchr(text.p, '\n', text.n);
  Str line = {text.p, end ? (size_t)(end - text.p) : text.n};
  if (!record_read_line(table->arena, line, &record, why)) return false;
  if (record.name && strcmp(record.name, table->names.name) != 0) {
    *why = arena_printf(table->arena, "it is a game of %s", record.name);
    return false;
  }
  return session_load(table->session, &record, why);
}

static Heard load_game_file(Table *table, int seat, const char *argument) {
  (void)seat;
  const char *why = "";
  if (!*argument) printf("load what? type: load FILE\n");
  else if (table_load(table, argument, &why)) return HEARD_CHANGED;
  else printf("%s: %s\n", argument, why);
  return HEARD_AGAIN;
}

static Heard leave(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  table->left = true;
  return HEARD_CHANGED;
}

static Heard explain(Table *table, int seat, const char *argument) {
  (void)argument;
  if (seat) {
    uint32_t n = session_look(table->session);
    printf("Type a move as `moves` lists them%s%s, or its number. Or one of:\n", n ? ", such as " : "",
           n ? notation_of(&table->session->notation, 0) : "");
  }
  for (const Spoken *word = spoken(); word->name; word++) {
    if (!seat && !word->when_over) continue;
    int width = printf("  %s %s", word->name, word->argument);
    printf("%*s%s\n", 18 - width, "", word->doc);
  }
  return HEARD_AGAIN;
}

static const Spoken *spoken(void) {
  static const Spoken words[] = {
      {"moves", "", "lists the moves", false, say_moves},
      {"board", "", "shows the board", true, say_board},
      {"labels", "", "shows the names of the sites", true, say_labels},
      {"position", "", "writes the position as text, for --position", true, say_position},
      {"pieces", "", "says what the letters on the board mean", true, say_pieces},
      {"rules", "", "says the rules in words", true, say_rules},
      {"hint", "[SECONDS]", "says what the opponent would play in your place", false, give_hint},
      {"undo", "", "takes your last move back", true, take_back},
      {"new", "", "begins a new game", true, new_game},
      {"sides", "", "changes sides with the opponent", false, change_sides},
      {"resign", "", "gives the game up", false, resign},
      {"save", "FILE", "writes the game to a file", true, save_game},
      {"load", "FILE", "reads a game from a file", true, load_game_file},
      {"quit", "", "ends the game", true, leave},
      {"help", "", "shows this", true, explain},
      {0},
  };
  return words;
}

// ---- hearing -------------------------------------------------------------------------------------

static const Spoken *find_word(Str word, int seat) {
  for (const Spoken *known = spoken(); known->name; known++) {
    if ((seat || known->when_over) && str_is(word, known->name)) return known;
  }
  return NULL;
}

typedef bool Fits(const Notation *notation, uint32_t i, Str text);

// How many moves of the seat fit what was typed; the last of them.
static int count_fitting(const Table *table, Str typed, int seat, Fits *fits, int *last) {
  const Session *session = table->session;
  int n = 0;
  for (uint32_t i = 0; typed.n && i < session->seats.n; i++) {
    if (session->seats.at[i] != seat || !fits(&session->notation, i, typed)) continue;
    *last = (int)i;
    n++;
  }
  return n;
}

// Asks which of the moves was meant that fit what was typed.
static void name_moves(const Table *table, Str typed, int seat, Fits *fits) {
  const Session *session = table->session;
  int named = 0;
  for (uint32_t i = 0; i < session->seats.n; i++) {
    if (session->seats.at[i] != seat || !fits(&session->notation, i, typed)) continue;
    if (named++ >= MOVES_NAMED) continue;
    printf("%s %s", named == 1 ? "which one?" : ",", notation_of(&session->notation, i));
  }
  if (named > MOVES_NAMED) printf(" and %d more", named - MOVES_NAMED);
  putchar('\n');
}

// A part of a move: the only one that ends so is taken; the moves of one piece, or to one place, are named.
static bool hear_part(const Table *table, Str typed, int seat, int *choice) {
  int last = -1;
  if (count_fitting(table, typed, seat, notation_begins, &last)) {
    name_moves(table, typed, seat, notation_begins);
    return true;
  }
  int n = count_fitting(table, typed, seat, notation_ends, &last);
  if (n == 1) *choice = last;
  else if (n > 1) name_moves(table, typed, seat, notation_ends);
  return n > 0;
}

static void refuse(Str typed, Str word, int seat) {
  const char *names[32];
  size_t n = 0;
  if (seat && !typed.n) {
    printf("type a move, its number, or `help`\n");
    return;
  }
  for (const Spoken *known = spoken(); known->name && n < COUNT_OF(names); known++) names[n++] = known->name;
  const char *near = typed.n ? nearest_name(word, names, n) : NULL;
  if (near) printf("'%.*s' is not a legal move here; did you mean `%s`?\n", (int)typed.n, typed.p, near);
  else if (seat) printf("'%.*s' is not a legal move here; type `moves` or `help`\n", (int)typed.n, typed.p);
  else printf("the game is over; type undo, save FILE, or quit\n");
}

static Str trimmed(const char *line) {
  line += strspn(line, " \t");
  size_t n = strcspn(line, "\r\n");
  while (n && isspace((unsigned char)line[n - 1])) n--;
  return (Str){line, n};
}

static Heard hear(Table *table, int seat, Str typed, int *choice) {
  size_t n = 0;
  while (n < typed.n && !isspace((unsigned char)typed.p[n])) n++;
  Str word = {typed.p, n}, argument = {typed.p + n, typed.n - n};
  *choice = seat ? session_find(table->session, typed, seat) : -1;
  if (*choice >= 0) return HEARD_MOVE;
  const Spoken *known = find_word(word, seat);
  if (known) return known->run(table, seat, arena_text(table->arena, trimmed(arena_text(table->arena, argument))));
  if (!seat || !hear_part(table, typed, seat, choice)) refuse(typed, word, seat);
  return *choice >= 0 ? HEARD_MOVE : HEARD_AGAIN;
}

// What Tab can complete: the moves of the seat and the words.
static void complete(void *self, LineChoices *choices) {
  Table *table = self;
  for (size_t i = 0; table->asked && i < table->session->seats.n; i++) {
    if (table->session->seats.at[i] == table->asked) {
      VEC_PUSH(choices, notation_of(&table->session->notation, (uint32_t)i));
    }
  }
  for (const Spoken *word = spoken(); word->name; word++) {
    if (table->asked || word->when_over) VEC_PUSH(choices, word->name);
  }
}

Heard table_ask(Table *table, int seat, int *choice) {
  char line[LINE_MAX_BYTES], prompt[32] = "game over> ";
  if (!table->reader) line_reader_new(table->terminal, complete, table, &table->reader);
  table->asked = seat;
  for (;;) {
    session_look(table->session);
    if (seat) snprintf(prompt, sizeof prompt, "player %d> ", seat_player(table->session->x, seat));
    ponder_begin(table, seat);
    bool read = line_reader_read(table->reader, prompt, line, sizeof line);
    ponder_end(table);
    if (!read) {
      putchar('\n');
      return leave(table, seat, "");
    }
    Str typed = trimmed(line);
    if (!table->terminal) printf("%.*s\n", (int)typed.n, typed.p);  // a terminal shows it already
    Heard heard = hear(table, seat, typed, choice);
    if (heard != HEARD_AGAIN) return heard;
  }
}
