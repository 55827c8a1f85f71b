// From a survey to JSON: figures first, then the rules, then what looks wrong.
#include "cmd/study/test_report.h"

#include "search/match/ratings.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double per(double a, double b) { return b > 0 ? a / b : 0; }

static double quantile(const Survey *s, double q) {
  if (!s->lengths.n) return 0;
  return s->lengths.at[(size_t)(q * (double)(s->lengths.n - 1) + 0.5)];
}

// ---- figures -------------------------------------------------------------------------------------

static json_t *length_json(const Survey *s) {
  return json_pack("{sf sf sf sf sf sf}", "mean", per((double)s->totals.moves, (double)s->totals.n), "min",
                   quantile(s, 0), "q1", quantile(s, 0.25), "median", quantile(s, 0.5), "q3", quantile(s, 0.75), "max",
                   quantile(s, 1));
}

static json_t *players_json(const Survey *s) {
  json_t *list = json_array();
  for (Player p = 1; p <= s->game->players; p++) {
    json_array_append_new(list, json_pack("{si sI sI sI}", "player", p, "wins", (json_int_t)s->totals.wins[p], "moves",
                                          (json_int_t)s->moves_of[p], "passes", (json_int_t)s->passes_of[p]));
  }
  return list;
}

static json_t *first_player_json(const Survey *s) {
  double share = per((double)s->first_player, (double)s->decided);
  Interval interval = wilson_interval(share, (double)s->decided);
  return json_pack("{sI sI sf s[ff]}", "wins", (json_int_t)s->first_player, "of", (json_int_t)s->decided, "share",
                   share, "interval", interval.low, interval.high);
}

// The most arrangements of pieces the board could have, as a power of ten: every kind or nothing on every site.
static double state_space(const Survey *s) { return s->sites * log10((double)MAX(s->game->n_components, 2)); }

static void add_figures(json_t *report, const Survey *s) {
  json_object_update_new(
      report, json_pack("{so so sI so s{sI sI sI} s{sf sI sf}}", "length", length_json(s), "players", players_json(s),
                        "draws", (json_int_t)s->totals.draws, "first_player", first_player_json(s), "ended", "by_rule",
                        (json_int_t)s->ends[SURVEY_BY_RULE], "by_passing", (json_int_t)s->ends[SURVEY_BY_PASS],
                        "by_limit", (json_int_t)s->ends[SURVEY_BY_LIMIT], "branching", "mean",
                        per((double)s->choices, (double)s->positions), "max", (json_int_t)s->most_choices, "forced",
                        per((double)s->forced, (double)s->positions)));
  json_object_update_new(
      report, json_pack("{s{si si} sf sf s{sI sf sf}}", "board", "sites", s->sites, "used", s->sites_used,
                        "state_space_log10", state_space(s), "game_tree_log10", per(s->tree, (double)s->totals.n),
                        "drama", "positions", (json_int_t)s->judged, "behind",
                        per((double)s->behind, (double)s->judged), "mean", per(s->drama, (double)s->judged)));
}

static json_t *pieces_json(const Survey *s) {
  json_t *list = json_array();
  for (int c = 1; c < s->game->n_components; c++) {
    json_array_append_new(list, json_pack("{ss sb}", "name", s->game->components[c].name, "seen", s->seen[c] > 0));
  }
  return list;
}

static json_t *phases_json(const Survey *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->game->n_phases; i++) {
    json_array_append_new(
        list, json_pack("{ss* sI}", "name", s->game->phases[i].name, "positions", (json_int_t)s->in_phase[i]));
  }
  return list;
}

// ---- rules ---------------------------------------------------------------------------------------

typedef struct Rule {
  uint32_t offset;  // in the description
  uint64_t begun;
  bool end;  // a result of an end rule
  SrcLoc loc;
} Rule;

// Where in the description a place is: where it was written, or where the define was used that brought it.
static bool in_source(SrcLoc loc, const Source *source, SrcLoc *at) {
  for (*at = loc; at->source != source && at->via; *at = at->via->at) {
  }
  return at->source == source;
}

static bool is_result(Op op) {
  return op == OP_RESULT || op == OP_RESULT_TEAM || op == OP_BY_SCORE || op == OP_BY_PAYOFF;
}

static int by_offset(const void *a, const void *b) {
  const Rule *p = a, *q = b;
  if (p->offset != q->offset) return p->offset < q->offset ? -1 : 1;
  return (p->loc.offset > q->loc.offset) - (p->loc.offset < q->loc.offset);
}

typedef VEC(Rule) Rules;

// One rule per place: statements made of the same ludeme count as one, by the one begun most.
static void merge(Rules *rules) {
  size_t n = 0;
  if (rules->n) qsort(rules->at, rules->n, sizeof *rules->at, by_offset);
  for (size_t i = 0; i < rules->n; i++) {
    Rule *last = n ? &rules->at[n - 1] : NULL;
    bool same = last && last->offset == rules->at[i].offset && last->loc.offset == rules->at[i].loc.offset &&
                last->loc.source == rules->at[i].loc.source;
    if (!same) rules->at[n++] = rules->at[i];
    else last->begun = MAX(last->begun, rules->at[i].begun), last->end |= rules->at[i].end;
  }
  rules->n = n;
}

// Where the start rules are written, which may be worked out once for all games: they are not counted.
static bool in_start(const Source *source, uint32_t offset) {
  Str text = source->text;
  for (size_t i = 0; i + 7 < text.n && i < offset; i++) {
    if (memcmp(text.p + i, "(start", 6) != 0 || (text.p[i + 6] != ' ' && text.p[i + 6] != '\n')) continue;
    int depth = 0;
    size_t end = i;
    do depth += (text.p[end] == '(') - (text.p[end] == ')');
    while (depth > 0 && ++end < text.n);
    if (offset <= end) return true;
  }
  return false;
}

static void collect(const Survey *s, const Source *source, Rules *rules) {
  const Program *program = &s->game->program;
  for (uint32_t ref = 1; ref < program->n; ref++) {
    SrcLoc at, loc = program->locs[ref];
    if (!loc.source || !in_source(loc, source, &at) || in_start(source, at.offset)) continue;
    Op op = (Op)program_ins(program, ref)->op;
    if (op_info[op].type != RULES_MOVES || op == OP_END_IF || op == OP_NOTHING) continue;
    VEC_PUSH(rules, ((Rule){.offset = at.offset, .begun = s->visits[ref], .end = is_result(op), .loc = loc}));
  }
  merge(rules);
}

// The ludeme at a place on one line, cut short.
static const char *snippet(SrcLoc loc, char *out, size_t size) {
  Str text = loc.source->text;
  size_t n = 0, at = loc.offset;
  int depth = 0;
  if (at && text.p[at] != '(' && text.p[at - 1] == '(') at--;
  for (; at < text.n && n + 4 < size; at++) {
    char c = text.p[at];
    depth += c == '(';
    depth -= c == ')';
    bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) out[n++] = c;
    else if (n && out[n - 1] != ' ') out[n++] = ' ';
    if (depth == 0 && !blank) break;
  }
  if (depth > 0) memcpy(out + n, "...", 3), n += 3;
  out[n] = '\0';
  return out;
}

static json_t *rule_json(const Rule *rule, const Source *source) {
  char text[64];
  SrcLoc at;
  in_source(rule->loc, source, &at);
  json_t *json = json_pack("{si ss sI}", "line", (int)src_line_col(at).line, "rule",
                           snippet(rule->loc, text, sizeof text), "count", (json_int_t)rule->begun);
  if (rule->loc.source != source) json_object_set_new(json, "define", json_string(rule->loc.via->name));
  return json;
}

static void add_rules(json_t *report, const Survey *s, const Source *source) {
  Rules rules = {0};
  json_t *ends = json_array(), *others = json_array();
  if (source && s->visits && !s->game->n_subgames) collect(s, source, &rules);
  for (size_t i = 0; i < rules.n; i++) {
    json_array_append_new(rules.at[i].end ? ends : others, rule_json(&rules.at[i], source));
  }
  json_object_set_new(report, "end_rules", ends);
  json_object_set_new(report, "rules", others);
  VEC_FREE(&rules);
}

// ---- findings ------------------------------------------------------------------------------------

typedef struct Findings {
  const Survey *s;
  json_t *list, *report;
} Findings;

static void find(Findings *f, const char *id, bool broken, const char *format, ...) PRINTF_LIKE(4, 5);
static void find(Findings *f, const char *id, bool broken, const char *format, ...) {
  char text[240];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  json_array_append_new(f->list, json_pack("{ss sb ss}", "id", id, "broken", broken, "text", text));
}

static void judge_ends(Findings *f) {
  const Survey *s = f->s;
  uint64_t n = s->totals.n;
  if (s->ends[SURVEY_BY_LIMIT] == n) {
    find(f, "endless", true, "no game ended by itself: all %" PRIu64 " were stopped by the limit of turns", n);
  } else if (s->ends[SURVEY_BY_LIMIT] * 10 > n) {
    find(f, "long", false, "%" PRIu64 " of %" PRIu64 " games were stopped by the limit of turns",
         s->ends[SURVEY_BY_LIMIT], n);
  }
  if (s->ends[SURVEY_BY_PASS] == n) {
    find(f, "all-pass", true, "every game ended because everybody passed; no end rule ever applied");
  }
  if (quantile(s, 0.9) <= 1 && n > 1) find(f, "at-once", true, "games end with the first move");
}

static void judge_players(Findings *f) {
  const Survey *s = f->s;
  for (Player p = 1; p <= s->game->players; p++) {
    bool only = s->moves_of[p] && s->passes_of[p] == s->moves_of[p];
    if (only) find(f, "only-passes", true, "player %d only passed: no rule gave it a move", p);
    else if (s->passes_of[p] * 5 > s->moves_of[p] * 4) {
      find(f, "mostly-passes", true, "player %d passed in %.0f %% of its turns", p,
           100 * per((double)s->passes_of[p], (double)s->moves_of[p]));
    }
    if (!s->moves_of[p] && s->totals.n > 1) find(f, "never-moves", false, "player %d never had a turn", p);
    if (s->game->players == 2 && s->decided >= 30 && !s->totals.wins[p]) {
      find(f, "never-wins", true, "player %d won none of %" PRIu64 " decided games", p, s->decided);
    }
  }
}

static void judge_balance(Findings *f) {
  const Survey *s = f->s;
  double share = per((double)s->first_player, (double)s->decided);
  Interval interval = wilson_interval(share, (double)s->decided);
  if (s->game->players == 2 && s->decided >= 30 && (interval.low > 0.6 || interval.high < 0.4)) {
    find(f, "unbalanced", false, "the player who moves first wins %.0f %% of the decided games; (meta (swap)) may help",
         100 * share);
  }
  if (s->game->players > 1 && s->totals.n >= 10 && !s->decided) find(f, "all-draws", true, "nobody ever won");
  if (s->positions > 20 && per((double)s->choices, (double)s->positions) < 1.1) {
    find(f, "no-choice", s->game->players > 1 && !game_has(s->game, GAME_STOCHASTIC),
         "there is hardly ever anything to choose: %.2f moves on average",
         per((double)s->choices, (double)s->positions));
  }
}

static void judge_material(Findings *f) {
  const Survey *s = f->s;
  if (s->game->n_subgames) return;
  for (int c = 1; c < s->game->n_components; c++) {
    if (s->seen[c] || s->game->components[c].kind != COMPONENT_PIECE) continue;
    find(f, "unused-piece", false, "the piece \"%s\" was never on the board or in a hand", s->game->components[c].name);
  }
  for (int i = 0; i < s->game->n_phases; i++) {
    if (s->in_phase[i] || s->game->mode == MODE_SIMULTANEOUS) continue;
    find(f, "unused-phase", true, "the phase \"%s\" was never reached",
         s->game->phases[i].name ? s->game->phases[i].name : "");
  }
  if (s->sites > 8 && s->sites_used * 4 < s->sites && !game_has(s->game, GAME_PUZZLE | GAME_BOARDLESS)) {
    find(f, "unused-sites", false, "only %d of the board's %d sites were ever used", s->sites_used, s->sites);
  }
}

enum { RULES_NAMED = 12 };

// Rules never begun. An end rule that never applied is one of several; of effects, one that is missing may be the point
// of the game.
static void judge_rules(Findings *f, const char *key, const char *id, const char *what) {
  const json_t *rules = json_object_get(f->report, key);
  size_t named = 0;
  for (size_t i = 0; i < json_array_size(rules); i++) {
    const json_t *rule = json_array_get(rules, i);
    if (json_integer_value(json_object_get(rule, "count")) || named++ >= RULES_NAMED) continue;
    find(f, id, false, "line %d: %s: %s", (int)json_integer_value(json_object_get(rule, "line")), what,
         json_string_value(json_object_get(rule, "rule")));
  }
}

static json_t *findings_json(const Survey *s, json_t *report) {
  Findings f = {.s = s, .list = json_array(), .report = report};
  if (s->fault) find(&f, "stopped", true, "the rules stopped: %s", s->fault);
  if (!s->totals.n && !s->fault) find(&f, "slow", false, "no game was finished in the time given (--seconds)");
  if (s->totals.n && !s->fault) {
    judge_ends(&f);
    judge_players(&f);
    judge_balance(&f);
    judge_material(&f);
    judge_rules(&f, "end_rules", "unused-end", "this result was never given");
    judge_rules(&f, "rules", "unused-rule", "this was never part of a move");
  }
  return f.list;
}

json_t *test_report(const Survey *s, const Source *source, uint64_t seed) {
  json_t *report =
      json_pack("{ss sI sI}", "game", s->game->name, "seed", (json_int_t)seed, "games", (json_int_t)s->totals.n);
  add_figures(report, s);
  json_object_set_new(report, "pieces", pieces_json(s));
  json_object_set_new(report, "phases", phases_json(s));
  add_rules(report, s, source);
  json_object_set_new(report, "findings", findings_json(s, report));
  return report;
}

bool test_report_broken(const json_t *report) {
  const json_t *findings = json_object_get(report, "findings");
  for (size_t i = 0; i < json_array_size(findings); i++) {
    if (json_is_true(json_object_get(json_array_get(findings, i), "broken"))) return true;
  }
  return false;
}
