// The report of senet test as text.
#include "cmd/study/test_report.h"

#include <stdio.h>

static double number(const json_t *json, const char *key) { return json_number_value(json_object_get(json, key)); }

static int whole(const json_t *json, const char *key) { return (int)number(json, key); }

static void print_length(const json_t *report) {
  const json_t *length = json_object_get(report, "length");
  printf("  length     %.0f to %.0f moves, median %.0f, half of the games %.0f to %.0f\n", number(length, "min"),
         number(length, "max"), number(length, "median"), number(length, "q1"), number(length, "q3"));
}

static void print_choices(const json_t *report) {
  const json_t *branching = json_object_get(report, "branching");
  printf("  choices    %.1f moves on average, at most %d; a single one in %.1f %% of the positions\n",
         number(branching, "mean"), whole(branching, "max"), 100 * number(branching, "forced"));
  printf("  size       about 10^%.0f games; at most 10^%.0f arrangements of pieces\n",
         number(report, "game_tree_log10"), number(report, "state_space_log10"));
}

static void print_players(const json_t *report) {
  const json_t *players = json_object_get(report, "players"), *first = json_object_get(report, "first_player"),
               *interval = json_object_get(first, "interval");
  printf("  results   ");
  for (size_t i = 0; i < json_array_size(players); i++) {
    const json_t *player = json_array_get(players, i);
    printf(" player %d wins %d,", whole(player, "player"), whole(player, "wins"));
  }
  printf(" no winner %d\n", whole(report, "draws"));
  if (json_array_size(players) == 2 && number(first, "of") > 0) {
    printf("             who moves first wins %.0f %% of the decided games (95 %% interval %.0f to %.0f %%)\n",
           100 * number(first, "share"), 100 * json_number_value(json_array_get(interval, 0)),
           100 * json_number_value(json_array_get(interval, 1)));
  }
  for (size_t i = 0; i < json_array_size(players); i++) {
    const json_t *player = json_array_get(players, i);
    if (number(player, "passes") <= 0) continue;
    printf("             player %d passed in %d of %d turns\n", whole(player, "player"), whole(player, "passes"),
           whole(player, "moves"));
  }
}

static void print_rest(const json_t *report) {
  const json_t *ended = json_object_get(report, "ended"), *board = json_object_get(report, "board"),
               *drama = json_object_get(report, "drama");
  printf("  ended      %d by an end rule, %d by passing, %d by the limit of turns\n", whole(ended, "by_rule"),
         whole(ended, "by_passing"), whole(ended, "by_limit"));
  printf("  board      %d of %d sites used\n", whole(board, "used"), whole(board, "sites"));
  if (number(drama, "positions") > 0) {
    printf("  drama      the later winner was behind in %.0f %% of the positions judged\n",
           100 * number(drama, "behind"));
  }
}

static void print_rules(const json_t *report, const char *key, const char *title, bool all) {
  const json_t *rules = json_object_get(report, key);
  bool any = false;
  for (size_t i = 0; i < json_array_size(rules); i++) {
    const json_t *rule = json_array_get(rules, i), *define = json_object_get(rule, "define");
    if (!all && number(rule, "count") > 0) continue;
    if (!any) printf("  %s\n", title);
    any = true;
    printf("    %9.0f  line %d: %s", number(rule, "count"), whole(rule, "line"),
           json_string_value(json_object_get(rule, "rule")));
    if (define) printf(" in \"%s\"", json_string_value(define));
    putchar('\n');
  }
}

static void print_findings(const json_t *report) {
  const json_t *findings = json_object_get(report, "findings");
  if (!json_array_size(findings)) printf("  nothing looks wrong\n");
  for (size_t i = 0; i < json_array_size(findings); i++) {
    const json_t *finding = json_array_get(findings, i);
    printf("  %s %s\n", json_is_true(json_object_get(finding, "broken")) ? "!!" : " ?",
           json_string_value(json_object_get(finding, "text")));
  }
}

void test_report_print(const json_t *report, bool all) {
  printf("%s: %d random game%s\n", json_string_value(json_object_get(report, "game")), whole(report, "games"),
         whole(report, "games") == 1 ? "" : "s");
  print_length(report);
  print_choices(report);
  print_players(report);
  print_rest(report);
  print_rules(report, "end_rules", "results, and how often each was begun", true);
  if (all) print_rules(report, "rules", "rules, and how often each was begun", true);
  print_findings(report);
}
