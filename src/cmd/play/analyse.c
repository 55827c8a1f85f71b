// senet analyse: what an agent thinks of a position.
#include "cmd/frame/api_load.h"

#include "base/thread.h"
#include "cmd/frame/terminal.h"
#include "cmd/learn/feature_rules_option.h"
#include "cmd/play/analyse_inside.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Analysis {
  const Options *options;
  const char *agent_text;
  uint64_t seed;
  double time;  // seconds to think; 0: as the agent says
  size_t top;   // how many moves are printed
  senet_position *position;
  senet_agent *agent;
  senet_report report;
  senet_line *lines;  // of the report, the best first
  size_t choice;
  senet_status status;  // of the search
  Progress progress;
} Analysis;

// ---- the answer ----------------------------------------------------------------------------------

static int compare_lines(const void *a, const void *b) {
  const senet_line *p = a, *q = b;
  if (p->visits != q->visits) return p->visits < q->visits ? 1 : -1;
  return p->value != q->value ? (p->value < q->value ? 1 : -1) : (p->move > q->move) - (p->move < q->move);
}

static void write_expected(Text *out, const Analysis *analysis) {
  api_line_text(analysis->position, analysis->report.expected, analysis->report.n_expected, out);
}

static void print_text(const Analysis *analysis) {
  const senet_report *report = &analysis->report;
  Text text = {0};
  senet_draw_options look = SENET_DRAW_OPTIONS;
  api_board(analysis->position, &look, &text);
  printf("%splayer %d to move\n%10s %8s  %s\n", text.n ? text.p : "", senet_position_mover(analysis->position),
         "visits", "value", "move");
  for (size_t i = 0; i < report->n_lines && i < analysis->top; i++) {
    const senet_line *line = &analysis->lines[i];
    text_clear(&text);
    api_move_text(analysis->position, line->move, &text);
    printf("%10" PRIu64 " %+8.3f  %s%s\n", line->visits, line->value, text.p, line->certain ? " (certain)" : "");
  }
  if (report->n_lines > analysis->top) printf("%10s %8s  and %zu more\n", "", "", report->n_lines - analysis->top);
  text_clear(&text);
  write_expected(&text, analysis);
  printf("expected: %s\n", text.n ? text.p : "");
  if (report->recycled) printf("the tree was full %" PRIu64 " times\n", report->recycled);
  if (report->note) printf("(%s)\n", report->note);
  text_free(&text);
}

static json_t *json_move(const Analysis *analysis, size_t move) {
  Text text = {0};
  api_move_text(analysis->position, move, &text);
  json_t *json = json_string(text.n ? text.p : "");
  text_free(&text);
  return json;
}

static void print_json(const Analysis *analysis) {
  const senet_report *report = &analysis->report;
  json_t *lines = json_array();
  for (size_t i = 0; i < report->n_lines && i < analysis->top; i++) {
    const senet_line *line = &analysis->lines[i];
    json_array_append_new(lines, json_pack("{so sI sf sb}", "move", json_move(analysis, line->move), "visits",
                                           (json_int_t)line->visits, "value", line->value, "certain", line->certain));
  }
  Text expected = {0};
  write_expected(&expected, analysis);
  json_t *json = json_pack("{so sf sI sI sI si so ss}", "best", json_move(analysis, analysis->choice), "value",
                           report->value, "iterations", (json_int_t)report->iterations, "states",
                           (json_int_t)report->states, "recycled", (json_int_t)report->recycled, "depth", report->depth,
                           "moves", lines, "expected", expected.n ? expected.p : "");
  if (report->note) json_object_set_new(json, "note", json_string(report->note));
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(json);
  text_free(&expected);
}

// ---- the search ----------------------------------------------------------------------------------

static void stop_thinking(void *self) {
  Analysis *analysis = self;
  senet_agent_stop(analysis->agent);
}

static void ask(void *self) {
  Analysis *analysis = self;
  analysis->status = senet_agent_ask(analysis->agent, analysis->position, 0, &analysis->choice, &analysis->report);
  if (analysis->status != SENET_OK) fprintf(stderr, "senet analyse: %s\n", senet_message());
}

static bool think(Analysis *analysis) {
  interrupt_run(ask, stop_thinking, analysis, &analysis->progress, "thinking");
  size_t n = analysis->report.n_lines;
  analysis->lines = ARENA_ARRAY(analysis->options->arena, senet_line, n + 1);
  for (size_t i = 0; i < n; i++) analysis->lines[i] = analysis->report.lines[i];
  qsort(analysis->lines, n, sizeof(senet_line), compare_lines);
  return analysis->status == SENET_OK;
}

static bool open_agent(Analysis *analysis, senet_game *game) {
  if (senet_agent_new(game, analysis->agent_text, analysis->seed, &analysis->agent) != SENET_OK) {
    fprintf(stderr, "senet analyse: %s cannot play %s: %s\n", analysis->agent_text, senet_game_name(game),
            senet_message());
    return false;
  }
  if (analysis->time == 0 || senet_agent_limit(analysis->agent, analysis->time, 0) == SENET_OK) return true;
  fprintf(stderr, "senet analyse: --time: %s\n", senet_message());
  return false;
}

static bool go_to_position(Analysis *analysis, senet_game *game) {
  const char *moves = options_value(analysis->options, "--moves");
  if (!api_start(analysis->options, game, analysis->seed, &analysis->position)) return false;
  if (moves && !api_make_moves(analysis->options, analysis->position, moves)) return false;
  if (senet_position_over(analysis->position)) fprintf(stderr, "senet analyse: the game is over there\n");
  return !senet_position_over(analysis->position);
}

static bool analyse(Analysis *analysis) {
  ApiGame api;
  bool good = api_begin(analysis->options, &api) && open_agent(analysis, api.game) &&
              go_to_position(analysis, api.game) && think(analysis);
  if (good && options_has(analysis->options, "--json")) print_json(analysis);
  else if (good) print_text(analysis);
  senet_agent_free(analysis->agent);
  senet_position_free(analysis->position);
  api_close(&api);
  return good;
}

// ---- the command ---------------------------------------------------------------------------------

static int run_analyse(const Options *options) {
  int64_t seed = 1, threads = 0, top = INT32_MAX;
  double time = 0;
  const char *given = options_value(options, "--agents"), **agents;
  int n = 0;
  if (!options_integer(options, "--seed", 0, INT64_MAX, &seed) ||
      !options_integer(options, "--top", 1, INT32_MAX, &top) ||
      !options_integer(options, "--scaling", 2, 256, &threads) || !options_number(options, "--time", 0, 1e6, &time)) {
    return EXIT_USAGE;
  }
  if (!given) given = threads ? "uct" : "auto:iterations=10000";
  if (!api_agents(options, given, &agents, &n)) return EXIT_USAGE;
  if (n > 1) return options_misuse(options, "one agent thinks, not %d", n);
  bool inside = threads || options_has(options, "--features") || options_has(options, "--heuristics");
  Analysis analysis = {
      .options = options, .agent_text = agents[0], .seed = (uint64_t)seed, .time = time, .top = (size_t)top};
  bool good =
      inside ? analyse_inside(options, agents[0], (uint64_t)seed, (size_t)top, (int)threads) : analyse(&analysis);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption analyse_options[] = {
    GAME_OPTIONS,
    EXECUTOR_OPTION,
    {"--agents", "AGENT", "Who thinks; default auto:iterations=10000, with --scaling uct.", .also = "--agent"},
    {"--time", "S", "How many seconds it thinks, instead of what the agent's text says.", .also = "--seconds"},
    POSITION_OPTION,
    {"--moves", "MOVES", "Moves to make from there first, separated by blanks, as `senet play` lists them."},
    {"--seed", "K", "Seed of chance and the agent; default 1."},
    {"--split", "WAY", "Where the moves of an .rbg game are divided for agents that search by parts, such as Mod."},
    {"--features", "FILE",
     "Instead of a search: which features of a weighted set (docs/FEATURES.md) or of the folder of a trained model "
     "speak "
     "for and against each move.",
     .excludes = "--heuristics --scaling --time --agents"},
    FEATURE_RULES_OPTION("--features"),
    {"--heuristics", "WHICH",
     "Instead of a search: what each term of a heuristic (docs/HEURISTICS.md) gives each player: auto, tuned, metadata "
     "or a file.",
     .excludes = "--scaling --time --agents --top"},
    {"--top", "N", "Prints only the N best moves."},
    {"--json", NULL, "Prints the answer as a JSON object."},
    {"--scaling", "N", "Prints how many iterations a second the agent makes at the start with 1 and with N threads.",
     .excludes = "--position --moves --top --json --time"},
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
