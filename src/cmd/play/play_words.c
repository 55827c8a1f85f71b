// What a person can type in senet play: moves, and words that are rows of a table.
#include "cmd/play/play_table.h"

#include "base/diag.h"
#include "base/mem.h"
#include "base/number.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOVES_NAMED = 8, TEXT_WIDTH = 96 };

// ---- showing -------------------------------------------------------------------------------------

static void show_moves(Table *table, int seat) {
  size_t n = table_look(table);
  int width = 0;
  for (size_t i = 0; i < n; i++) {
    if (!table_is_move_of(table, i, seat)) continue;
    if (width > 80) width = printf("\n") - 1;
    width += printf("%*s", (16 - width % 16) % 16, "");
    width += printf("%4zu %s", i + 1, table_move(table, i));
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

static senet_status write_position(const void *self, char *buffer, size_t size, size_t *length) {
  senet_position *const *position = self;
  return senet_position_text(*position, buffer, size, length);
}

static Heard say_position(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  Text text = {0};
  api_written(&text, write_position, &table->position);
  printf("%s\n", text.n ? text.p : senet_message());
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
  Text rules = {0};
  api_about(table->api.game, "rules", &rules);
  if (rules.n) print_paragraph(text_str(&rules));
  else printf("the description does not say them in words\n");
  text_free(&rules);
  return HEARD_AGAIN;
}

// Back to where a person last had the move.
static Heard take_back(Table *table, int seat, const char *argument) {
  (void)seat, (void)argument;
  bool any = false;
  while (table_undo(table)) {
    any = true;
    if (table_is_person(table, table_seat_to_move(table))) break;
  }
  if (!any) printf("nothing to take back\n");
  return any ? HEARD_CHANGED : HEARD_AGAIN;
}

static void show_hint(Table *table, senet_agent *agent, int seat, const char *name) {
  senet_report report;
  size_t move = 0;
  if (senet_agent_ask(agent, table->position, table_player(table, seat), &move, &report) != SENET_OK) {
    printf("%s\n", senet_message());
    return;
  }
  table_look(table);
  printf("%s looks best to %s (value %+.2f)\n", table_move(table, move), name, report.value);
  if (report.note) printf("(%s)\n", report.note);
}

// hint [SECONDS]
static Heard give_hint(Table *table, int seat, const char *argument) {
  double seconds = *argument ? atof(argument) : 1;
  if (!(seconds > 0 && seconds <= 3600)) {
    printf("type: hint, or hint SECONDS\n");
    return HEARD_AGAIN;
  }
  Text name = {0};
  senet_agent *agent = NULL;
  api_default_agent(table->api.game, seconds, &name);
  if (senet_agent_new(table->api.game, name.n ? name.p : "", table->seed, &agent) == SENET_OK) {
    show_hint(table, agent, seat, name.p);
  } else {
    printf("%s\n", senet_message());
  }
  senet_agent_free(agent);
  text_free(&name);
  return HEARD_AGAIN;
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
  for (int i = 1; i < table->players; i++) {
    int other = (seat - 1 + i) % table->players + 1;
    if (table_is_person(table, other)) continue;
    table->agents[seat] = table->agents[other];
    table->names[seat] = table->names[other];
    table->agents[other] = NULL;
    printf("you are now player %d\n", table_player(table, other));
    return HEARD_CHANGED;
  }
  printf("there is nobody to change sides with\n");
  return HEARD_AGAIN;
}

static Heard save_game(Table *table, int seat, const char *argument) {
  (void)seat;
  const char *why = "";
  if (!*argument) printf("save where? type: save FILE\n");
  else if (table_save(table, argument, &why)) printf("saved to %s\n", argument);
  else printf("%s: %s\n", argument, why);
  return HEARD_AGAIN;
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
    size_t n = table_look(table);
    printf("Type a move as `moves` lists them%s%s, or its number. Or one of:\n", n ? ", such as " : "",
           n ? table_move(table, 0) : "");
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

// The legal move of the seat that was typed, as it is written or by its number from 1; or -1.
static int find_typed(Table *table, const char *typed, int seat) {
  size_t move = 0;
  int64_t number = 0;
  table_look(table);
  if (senet_position_find_move(table->position, typed, &move) == SENET_OK && table_is_move_of(table, move, seat)) {
    return (int)move;
  }
  bool counted = str_integer(str_of(typed), 1, INT32_MAX, &number) && table_is_move_of(table, (size_t)number - 1, seat);
  return counted ? (int)number - 1 : -1;
}

// Asks which of the moves was meant.
static void name_moves(const Table *table, const size_t *moves, size_t n) {
  for (size_t i = 0; i < MIN(n, (size_t)MOVES_NAMED); i++) {
    printf("%s %s", i ? "," : "which one?", table_move(table, moves[i]));
  }
  if (n > MOVES_NAMED) printf(" and %zu more", n - MOVES_NAMED);
  putchar('\n');
}

// A part of a move: the only one that ends so is taken; the moves of one piece, or to one place, are named.
static bool hear_part(Table *table, const char *typed, int seat, int *choice) {
  size_t room = table_look(table), found = 0, n = 0;
  size_t *moves = mem_alloc_zero((room + 1) * sizeof *moves);
  int begin = 0;
  senet_position_find_moves(table->position, typed, moves, room, &found, &begin);
  for (size_t i = 0; i < found; i++) {
    if (table_is_move_of(table, moves[i], seat)) moves[n++] = moves[i];
  }
  if (n == 1 && !begin) *choice = (int)moves[0];
  else if (n) name_moves(table, moves, n);
  mem_free(moves);
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
  const char *line = arena_text(table->arena, typed);
  *choice = seat && typed.n ? find_typed(table, line, seat) : -1;
  if (*choice >= 0) return HEARD_MOVE;
  const Spoken *known = find_word(word, seat);
  if (known) return known->run(table, seat, arena_text(table->arena, trimmed(arena_text(table->arena, argument))));
  if (!seat || !typed.n || !hear_part(table, line, seat, choice)) refuse(typed, word, seat);
  return *choice >= 0 ? HEARD_MOVE : HEARD_AGAIN;
}

// What Tab can complete: the moves of the seat and the words.
static void complete(void *self, LineChoices *choices) {
  const Table *table = self;
  for (size_t i = 0; table->asked && i < table->moves.n; i++) {
    if (table_is_move_of(table, i, table->asked)) VEC_PUSH(choices, table_move(table, i));
  }
  for (const Spoken *word = spoken(); word->name; word++) {
    if (table->asked || word->when_over) VEC_PUSH(choices, word->name);
  }
}

// The agent of the first seat after this one that has one, or NULL: it thinks on while a person does.
static senet_agent *next_agent(const Table *table, int seat) {
  for (int i = 1; seat && i < table->players; i++) {
    int next = (seat - 1 + i) % table->players + 1;
    if (!table_is_person(table, next)) return table->agents[next];
  }
  return NULL;
}

// Reads a line. The agent that moves next thinks meanwhile.
static LineRead read_line(Table *table, int seat, Text *line) {
  char prompt[32] = "game over> ";
  if (seat) snprintf(prompt, sizeof prompt, "player %d> ", table_player(table, seat));
  senet_agent *thinker = table->pondering ? next_agent(table, seat) : NULL;
  if (thinker) senet_agent_ponder(thinker, table->position);
  LineRead read = line_reader_read(table->reader, prompt, line);
  if (thinker) senet_agent_ponder_end(thinker);
  return read;
}

static Heard hear_line(Table *table, int seat, const char *line, int *choice) {
  Str typed = trimmed(line);
  if (!table->terminal) printf("%.*s\n", (int)typed.n, typed.p);  // a terminal shows it already
  return hear(table, seat, typed, choice);
}

Heard table_ask(Table *table, int seat, int *choice) {
  Text line = {0};
  Heard heard = HEARD_AGAIN;
  if (!table->reader) line_reader_new(table->terminal, complete, table, &table->reader);
  table->asked = seat;
  while (heard == HEARD_AGAIN) {
    table_look(table);
    LineRead read = read_line(table, seat, &line);
    if (read == LINE_TOO_LONG) printf("the line is too long\n");
    if (read == LINE_READ) heard = hear_line(table, seat, line.p, choice);
    if (read != LINE_END) continue;
    putchar('\n');
    heard = leave(table, seat, "");
  }
  text_free(&line);
  return heard;
}
