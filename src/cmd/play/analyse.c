// senet analyse: what an agent thinks of a position.
#include "cmd/frame/game_option.h"
#include "cmd/frame/position_option.h"
#include "cmd/play/typed_moves.h"

#include "base/thread.h"
#include "cmd/experiment/scaling.h"
#include "cmd/frame/terminal.h"
#include "cmd/play/analyse_features.h"
#include "cmd/play/analyse_heuristics.h"
#include "cmd/study/feature_load.h"
#include "play/show/draw.h"
#include "play/show/seats.h"
#include "play/show/session.h"
#include "search/agent.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Analysis {
  Session *session;
  Agent *agent;
  SearchReport report;
  uint32_t choice;
  size_t top;  // how many moves are printed
  Progress progress;
  atomic_bool done, stop;
} Analysis;

// ---- the position --------------------------------------------------------------------------------

static bool make_moves(Session *session, const char *text) {
  if (!typed_moves_make("analyse", session, text)) return false;
  if (position_over(session->x)) fprintf(stderr, "senet analyse: the game is over there\n");
  return !position_over(session->x);
}

// ---- the answer ----------------------------------------------------------------------------------

static int compare_lines(const void *a, const void *b) {
  const SearchLine *p = a, *q = b;
  if (p->visits != q->visits) return p->visits < q->visits ? 1 : -1;
  return p->value != q->value ? (p->value < q->value ? 1 : -1) : (p->move > q->move) - (p->move < q->move);
}

// The expected line of play in notation, made and taken back.
static void write_expected(Text *out, Analysis *analysis) {
  Session *session = analysis->session;
  size_t made = 0;
  for (; made < analysis->report.expected.n && !position_over(session->x); made++) {
    uint32_t move = analysis->report.expected.at[made];
    if (move >= session_look(session)) break;
    text_printf(out, "%s%s", made ? " " : "", notation_of(&session->notation, move));
    session_play(session, &(Turn){.n = 1, .choices = {move}});
  }
  while (made-- > 0) session_undo(session);
}

static void print_position(const Analysis *analysis, const Drawing *drawing) {
  Text text = {0};
  draw_position(&text, drawing, analysis->session->x, (DrawOptions){0});
  printf("%splayer %d to move\n", text.p, position_mover(analysis->session->x));
  text_free(&text);
}

static void print_text(Analysis *analysis, const Drawing *drawing) {
  const SearchReport *report = &analysis->report;
  Text text = {0};
  print_position(analysis, drawing);
  printf("%10s %8s  %s\n", "visits", "value", "move");
  for (size_t i = 0; i < report->lines.n && i < analysis->top; i++) {
    const SearchLine *line = &report->lines.at[i];
    printf("%10" PRIu64 " %+8.3f  %s%s\n", line->visits, line->value,
           notation_of(&analysis->session->notation, line->move), line->proof == PROOF_EXACT ? " (certain)" : "");
  }
  if (report->lines.n > analysis->top) printf("%10s %8s  and %zu more\n", "", "", report->lines.n - analysis->top);
  write_expected(&text, analysis);
  printf("expected: %s\n", text.n ? text.p : "");
  if (report->recycled) printf("the tree was full %" PRIu64 " times\n", report->recycled);
  text_free(&text);
}

static void print_json(Analysis *analysis) {
  const SearchReport *report = &analysis->report;
  json_t *lines = json_array();
  for (size_t i = 0; i < report->lines.n && i < analysis->top; i++) {
    const SearchLine *line = &report->lines.at[i];
    json_array_append_new(
        lines, json_pack("{ss sI sf sb}", "move", notation_of(&analysis->session->notation, line->move), "visits",
                         (json_int_t)line->visits, "value", line->value, "certain", line->proof == PROOF_EXACT));
  }
  json_t *best = json_string(notation_of(&analysis->session->notation, analysis->choice));
  Text expected = {0};
  write_expected(&expected, analysis);
  json_t *json = json_pack("{so sf sI sI sI si so ss}", "best", best, "value", report->value, "iterations",
                           (json_int_t)report->iterations, "states", (json_int_t)report->states, "recycled",
                           (json_int_t)report->recycled, "depth", report->depth, "moves", lines, "expected",
                           expected.n ? expected.p : "");
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(json);
  text_free(&expected);
}

// ---- the command ---------------------------------------------------------------------------------

// The search and, on another thread, a line that shows that it goes on; Ctrl-C ends it.
static void think_or_wait(void *self, size_t index, int worker) {
  (void)worker;
  Analysis *analysis = self;
  if (index == 0) {
    interrupt_wait(&analysis->done, &analysis->stop, &analysis->progress);
    return;
  }
  const Position *x = analysis->session->x;
  analysis->choice = agent_choose(analysis->agent, x, seat_to_move(x), &analysis->report);
  atomic_store(&analysis->done, true);
}

static void think(Analysis *analysis, const AgentSpec *spec, const AgentSetting *given) {
  Pool *pool;
  AgentSetting setting = *given;
  setting.stop = &analysis->stop;
  agent_new(spec, &setting, &analysis->agent);
  interrupt_begin();
  progress_begin(&analysis->progress, "thinking", 0);
  pool_open(&pool, 2);
  pool_run(pool, 2, think_or_wait, analysis);
  pool_close(pool);
  progress_end(&analysis->progress);
  interrupt_end();
  agent_free(analysis->agent);
  session_look(analysis->session);
  if (analysis->report.lines.n) {
    qsort(analysis->report.lines.at, analysis->report.lines.n, sizeof(SearchLine), compare_lines);
  }
}

static bool analyse(const Options *options, const AgentSetting *setting, const AgentSpec *spec, int64_t top) {
  const Game *game = setting->game;
  Analysis analysis = {.top = (size_t)top};
  Drawing *drawing;
  const char *moves = options_value(options, "--moves"), *why = agent_unsuited(spec, game);
  if (why) {
    fprintf(stderr, "senet analyse: %s cannot play %s: %s\n", spec->text, game->name, why);
    return false;
  }
  session_new(game, setting->seed, &analysis.session);
  drawing_new(game, &drawing);
  bool good = position_option_session(options, analysis.session) && make_moves(analysis.session, moves ? moves : "");
  if (good && options_has(options, "--features")) {
    if (!options_has(options, "--json")) print_position(&analysis, drawing);
    good = analyse_features(options, analysis.session, analysis.top);
  } else if (good && options_has(options, "--heuristics")) {
    if (!options_has(options, "--json")) print_position(&analysis, drawing);
    good = analyse_heuristics(options, analysis.session->x);
  } else if (good) {
    think(&analysis, spec, setting);
    if (options_has(options, "--json")) print_json(&analysis);
    else print_text(&analysis, drawing);
  }
  report_free(&analysis.report);
  drawing_free(drawing);
  session_free(analysis.session);
  return good;
}

static int run_analyse(const Options *options) {
  Load load;
  int64_t seed = 1, threads = 0, top = INT32_MAX;
  AgentSpec spec;
  const char *given = options_value(options, "--agents"), *why = "";
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "--top", 1, INT32_MAX, &top) ||
      !options_integer(options, "--scaling", 2, 256, &threads)) {
    return EXIT_USAGE;
  }
  if (!agent_parse(options->arena, str_of(given ? given : "auto:iterations=10000"), &spec, &why)) {
    return options_misuse(options, "%s", why);
  }
  bool ready = load_begin(&load, options) && load_split(&load, options);
  const Game *game = ready ? load_compiled(&load, options, options->arguments[0]) : NULL;
  bool good = game && load_executor(&load, options, game);
  AgentSetting setting = {.game = game, .seed = (uint64_t)seed, .executor = load.executor};
  good = good &&
         (threads ? scaling_print(options, &setting, spec.text, (int)threads) : analyse(options, &setting, &spec, top));
  load_free(&load);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption analyse_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--agents", "AGENT", "Who thinks; default auto:iterations=10000.", .also = "--agent"},
    POSITION_OPTION,
    {"--moves", "MOVES", "Moves to make from there first, separated by blanks, as `senet play` lists them."},
    {"--seed", "K", "Seed of chance and the agent; default 1."},
    {"--split", "WAY", "Where the moves of an .rbg game are divided for agents that search by parts, such as Mod."},
    {"--features", "FILE",
     "Instead of a search: which features of a weighted set (docs/FEATURES.md) or of the folder of a trained model "
     "speak "
     "for and against each move."},
    FEATURE_RULES_OPTION,
    {"--heuristics", "WHICH",
     "Instead of a search: what each term of a heuristic (docs/HEURISTICS.md) gives each player: auto, tuned, metadata "
     "or a file."},
    {"--top", "N", "Prints only the N best moves."},
    {"--json", NULL, "Prints the answer as a JSON object."},
    {"--scaling", "N", "Prints how many iterations a second the agent makes at the start with 1 and with N threads."},
    {0},
};

const Command command_analyse = {
    .name = "analyse",
    .usage = "GAME",
    .doc = "Prints what an agent thinks of every move, and the line of play it expects.",
    .least = 1,
    .most = 1,
    .options = analyse_options,
    .run = run_analyse,
};
