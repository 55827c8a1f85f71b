// Playing and reading games of self-play.
#include "learn/features/selfplay.h"

#include "base/clock.h"
#include "play/model/joint.h"
#include "play/playout/playout.h"
#include "play/show/seats.h"
#include "search/match/contest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- targets -------------------------------------------------------------------------------------

static bool proven(const SearchLine *line, double value) { return line->proof == PROOF_EXACT && line->value == value; }

// Whether the best of what is certain, *value, is what to play for: a win, or a draw where the move tried most is worth
// less. What is certain is not tried any more, so that visits say little about it.
static bool plays_safe(const SearchReport *report, double *value) {
  const SearchLine *most = NULL;
  *value = -1;
  for (size_t i = 0; i < report->lines.n; i++) {
    const SearchLine *line = &report->lines.at[i];
    if (line->proof == PROOF_EXACT) *value = fmax(*value, line->value);
    else if (!most || line->visits > most->visits) most = line;
  }
  return *value >= 1 || (most && *value > most->value);
}

void search_targets(const SearchReport *report, double *targets, uint32_t n) {
  double total = 0, sure;
  bool safe = plays_safe(report, &sure), open = false;
  for (uint32_t i = 0; i < n; i++) targets[i] = 0;
  for (size_t i = 0; i < report->lines.n; i++) open |= !proven(&report->lines.at[i], -1);
  for (size_t i = 0; i < report->lines.n; i++) {
    const SearchLine *line = &report->lines.at[i];
    bool counts = safe ? proven(line, sure) : !open || !proven(line, -1);
    if (!counts || line->move >= n) continue;
    targets[line->move] = safe ? 1 : (double)line->visits;
    total += targets[line->move];
  }
  for (uint32_t i = 0; i < n && total > 0; i++) targets[i] /= total;
  double sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += targets[i];
  assert(total == 0 || fabs(sum - 1) < 1e-6);
}

// ---- playing -------------------------------------------------------------------------------------

typedef struct Table {
  const SelfPlay *plan;
  SelfPlayGame *out;
  Position *x;
  Biased *agents[GAME_PLAYERS_MAX + 1];
  Random choices;
  Recorder recorder;
  SearchReport report;
  VEC(double) targets;
} Table;

// Where everything is seen by everybody, one search serves all seats and keeps its tree.
static Biased *agent_for(Table *table, int seat) {
  const SelfPlay *plan = table->plan;
  int own = game_has(plan->game, GAME_HIDDEN) || plan->game->mode == MODE_SIMULTANEOUS ? seat : 0;
  if (!table->agents[own]) {
    AgentSetting setting = {.game = plan->game,
                            .seed = contest_agent_seed(plan->seed, table->out->number, own),
                            .stop = plan->stop,
                            .executor = plan->executor};
    biased_open(&table->agents[own], &setting, plan->selection, plan->playouts, &plan->search);
  }
  return table->agents[own];
}

static uint32_t draw(Table *table, uint32_t n, uint32_t otherwise) {
  double at = random_unit(&table->choices), sum = 0;
  uint32_t chosen = otherwise;
  for (uint32_t i = 0; i < n; i++) {
    if (table->targets.at[i] <= 0) continue;
    chosen = i;
    sum += table->targets.at[i];
    if (at < sum) break;
  }
  return chosen;
}

// Of the targets as they are stored.
static double sample_entropy(const Sample *sample) {
  double sum = 0;
  for (uint32_t i = 0; i < sample->n; i++) {
    double target = (double)sample->targets[i];
    if (target > 0) sum -= target * log(target);
  }
  return sum;
}

static void note_sample(Table *table, Player player, uint32_t n) {
  SelfPlayGame *out = table->out;
  Sample sample;
  sample_take(&sample, table->x, player, table->targets.at, n);
  sample.game = out->number;
  sample.ply = out->plies;
  VEC_PUSH(&out->samples, sample);
  out->entropy += sample_entropy(&sample);
  text_printf(&out->visits, "s %d %u", player, n);
  for (uint32_t i = 0; i < n; i++) {
    if (sample.targets[i] > 0) text_printf(&out->visits, " %u:%.9g", i, (double)sample.targets[i]);
  }
  text_char(&out->visits, '\n');
}

// The seat's moves, and one of them.
static uint32_t count_own(Position *x, Player player, uint32_t *n, uint32_t *first) {
  Random random = x->random;
  MoveList list = position_moves(x);
  uint32_t own = 0;
  *n = list.n;
  for (uint32_t i = list.n; i-- > 0;) {
    if (move_at(x, list, i)->mover != player) continue;
    own++;
    *first = i;
  }
  position_forget(x, list);
  x->random = random;
  return own;
}

// What a seat does; false when it has nothing to do.
static bool choose(Table *table, int seat, uint32_t *choice) {
  Player player = seat_player(table->x, seat);
  uint32_t n, own = count_own(table->x, player, &n, choice);
  if (own < 2) return own == 1;
  uint32_t best = biased_choose(agent_for(table, seat), table->x, seat, &table->report);
  while (table->targets.cap < n) {
    table->targets.at = vec_grow(table->targets.at, &table->targets.cap, sizeof *table->targets.at);
  }
  search_targets(&table->report, table->targets.at, n);
  double sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += table->targets.at[i];
  if (sum > 0) note_sample(table, player, n);
  *choice = draw(table, n, best);
  return true;
}

static void make_move(Table *table) {
  Position *x = table->x;
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  if (x->game->mode == MODE_SIMULTANEOUS) {
    for (int seat = 1; seat <= x->game->players; seat++) n += choose(table, seat, &parts[n]);
  } else {
    n = choose(table, seat_to_move(x), &parts[0]);
  }
  MoveList list = position_moves(x);
  text_char(&table->out->visits, 'm');
  for (int i = 0; i < n; i++) text_printf(&table->out->visits, " %u", parts[i]);
  text_char(&table->out->visits, '\n');
  Move move = n > 1 ? joint_move(x, list, parts, n) : *move_at(x, list, n ? parts[0] : 0);
  position_apply(x, &move);
  position_forget(x, list);
}

static void write_record(Table *table, const Record *names) {
  Record record = *recorder_end(&table->recorder, table->x);
  record.name = names->name ? names->name : table->plan->game->name;
  record.path = names->path;
  record.options = names->options;
  record.ruleset = names->ruleset;
  record_write(&table->out->record, &record);
}

static Position *begin(const SelfPlay *plan, uint32_t number) {
  Position *x = position_new(plan->game, plan->seed, playout_chance_stream(number));
  x->random = random_stream(plan->seed, playout_chance_stream(number));
  position_start(x);
  return x;
}

bool selfplay_play(const SelfPlay *plan, uint32_t number, const Record *names, SelfPlayGame *out) {
  Table table = {.plan = plan, .out = out, .choices = random_stream(plan->seed, playout_choice_stream(number))};
  *out = (SelfPlayGame){.number = number};
  Position *x = table.x = begin(plan, number);
  bool stopped = false;
  recorder_begin(&table.recorder, plan->seed, playout_chance_stream(number));
  while (!position_over(x) && !x->fault && (!plan->most || out->plies < plan->most) && !stopped) {
    make_move(&table);
    recorder_note(&table.recorder, x);
    out->plies++;
    stopped = (plan->stop && atomic_load(plan->stop)) || (plan->until > 0 && clock_seconds() > plan->until);
  }
  if (out->samples.n) out->entropy /= (double)out->samples.n;
  bool good = !stopped && !x->fault;
  if (good) write_record(&table, names);
  for (int i = 0; i <= plan->game->players; i++) biased_close(table.agents[i]);
  recorder_free(&table.recorder);
  report_free(&table.report);
  VEC_FREE(&table.targets);
  position_free(x);
  if (!good) selfplay_free(out);
  return good;
}

void selfplay_free(SelfPlayGame *game) {
  for (size_t i = 0; i < game->samples.n; i++) sample_free(&game->samples.at[i]);
  VEC_FREE(&game->samples);
  text_free(&game->visits);
  text_free(&game->record);
}

// ---- reading -------------------------------------------------------------------------------------

typedef struct Reader {
  SelfPlayGame *out;
  Position *x;
  VEC(double) targets;
} Reader;

// One sample of a position: its moves say how long the list is.
static bool read_sample(Reader *reader, const char *line, const char *end) {
  Position *x = reader->x;
  char *at;
  uint32_t moves, first;
  long player = strtol(line + 1, &at, 10);
  unsigned long n = strtoul(at, &at, 10);
  if (player < 1 || player > x->game->players || position_over(x) || x->fault) return false;
  count_own(x, (Player)player, &moves, &first);
  if (x->fault || n < 1 || n != moves) return false;
  VEC_CLEAR(&reader->targets);
  for (unsigned long i = 0; i < n; i++) VEC_PUSH(&reader->targets, 0);
  while (at < end && *at == ' ') {
    unsigned long i = strtoul(at, &at, 10);
    if (i >= n || *at != ':') return false;
    double share = strtod(at + 1, &at);
    if (!(share >= 0 && share <= 1)) return false;
    reader->targets.at[i] = share;
  }
  Sample sample;
  sample_take(&sample, x, (Player)player, reader->targets.at, (uint32_t)n);
  sample.game = reader->out->number;
  sample.ply = reader->out->plies;
  VEC_PUSH(&reader->out->samples, sample);
  reader->out->entropy += sample_entropy(&sample);
  return true;
}

static bool read_move(Reader *reader, const char *line, const char *end) {
  Position *x = reader->x;
  unsigned long numbers[GAME_PLAYERS_MAX];
  uint32_t parts[GAME_PLAYERS_MAX];
  int n = 0;
  char *at = (char *)(uintptr_t)line + 1;
  if (position_over(x) || x->fault) return false;
  while (at < end && *at == ' ' && n < GAME_PLAYERS_MAX) numbers[n++] = strtoul(at, &at, 10);
  MoveList list = position_moves(x);
  bool good = true;
  for (int i = 0; i < n; i++) {
    good &= numbers[i] < list.n;
    parts[i] = (uint32_t)numbers[i];
  }
  if (good) {
    Move move = n > 1 ? joint_move(x, list, parts, n) : *move_at(x, list, n ? parts[0] : 0);
    position_apply(x, &move);
    reader->out->plies++;
  }
  position_forget(x, list);
  return good;
}

bool selfplay_read(const SelfPlay *plan, uint32_t number, Str visits, SelfPlayGame *out) {
  *out = (SelfPlayGame){.number = number};
  Reader reader = {.out = out, .x = begin(plan, number)};
  bool good = true;
  for (size_t at = 0; at < visits.n && good;) {
    const char *line = visits.p + at, *end = memchr(line, '\n', visits.n - at);
    if (!end) end = visits.p + visits.n;
    good = *line == 's' ? read_sample(&reader, line, end) : *line == 'm' && read_move(&reader, line, end);
    at = (size_t)(end - visits.p) + 1;
  }
  if (out->samples.n) out->entropy /= (double)out->samples.n;
  VEC_FREE(&reader.targets);
  position_free(reader.x);
  if (!good) selfplay_free(out);
  return good;
}
