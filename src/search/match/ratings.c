// Statistics of contests.
#include "search/match/ratings.h"

#include <math.h>

static const double z95 = 1.959963984540054;

static double reward(const ContestSeat *seat) { return (seat->utility + 1) / 2; }

static void add_seat(Ratings *standing, const ContestSeat *seat, bool first) {
  AgentRating *agent = &standing->agents[seat->agent];
  agent->games++;
  agent->wins += seat->utility > 1 - 1e-9;
  agent->losses += seat->utility < -1 + 1e-9;
  agent->draws += fabs(seat->utility) <= 1 - 1e-9;
  agent->score += reward(seat);
  agent->squares += reward(seat) * reward(seat);
  agent->first += first;
  agent->choices += seat->choices;
  agent->iterations += seat->iterations;
  agent->seconds += seat->seconds;
}

// Who is ahead of whom in this game counts as a game between the two.
static void add_meeting(Ratings *standing, const ContestSeat *a, const ContestSeat *b) {
  if (a->agent == b->agent) return;
  double points = a->utility > b->utility ? 1 : a->utility < b->utility ? 0 : 0.5;
  standing->points[a->agent][b->agent] += points;
  standing->meetings[a->agent][b->agent] += 1;
}

void ratings_add(Ratings *standing, const ContestGame *game, int players) {
  standing->games++;
  standing->moves += (uint64_t)game->moves;
  standing->stopped += game->stopped;
  for (int s = 1; s <= players; s++) {
    add_seat(standing, &game->seats[s], s == 1);
    for (int t = 1; t <= players; t++) {
      if (s != t) add_meeting(standing, &game->seats[s], &game->seats[t]);
    }
  }
}

Interval wilson_interval(double share, double n) {
  if (n <= 0) return (Interval){0, 1};
  double z2 = z95 * z95, middle = (share + z2 / (2 * n)) / (1 + z2 / n);
  double half = z95 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  return (Interval){fmax(middle - half, 0), fmin(middle + half, 1)};
}

double elo_of_share(double share) {
  double bounded = fmin(fmax(share, 1e-6), 1 - 1e-6);
  return 400 * log10(bounded / (1 - bounded));
}

static double improved(const Ratings *standing, const double *strength, int i) {
  double points = 0, weight = 0;
  for (int j = 0; j < standing->n; j++) {
    if (standing->meetings[i][j] <= 0) continue;
    points += standing->points[i][j] + 0.5;
    weight += (standing->meetings[i][j] + 1) / (strength[i] + strength[j]);
  }
  return weight > 0 ? points / weight : 1;
}

void ratings_compute(const Ratings *standing, double *elo) {
  enum { ROUNDS = 2000 };
  double strength[STANDING_AGENTS_MAX], next[STANDING_AGENTS_MAX], mean = 0;
  for (int i = 0; i < standing->n; i++) strength[i] = 1;
  for (int round = 0; round < ROUNDS; round++) {
    double sum = 0;
    for (int i = 0; i < standing->n; i++) sum += next[i] = improved(standing, strength, i);
    for (int i = 0; i < standing->n; i++) strength[i] = next[i] * standing->n / sum;
  }
  for (int i = 0; i < standing->n; i++) mean += elo[i] = 400 * log10(strength[i]);
  for (int i = 0; i < standing->n; i++) elo[i] -= mean / standing->n;
}

static double share_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

static double ratio_of(const Sprt *sprt, double n, double mean, double variance) {
  if (n < 2 || variance <= 0) return 0;
  double s0 = share_of_elo(sprt->elo0), s1 = share_of_elo(sprt->elo1);
  return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

SprtAnswer sprt_answer(const Sprt *sprt, const AgentRating *agent) {
  // A win and a loss are added so that a run of equal results has a variance too.
  double n = (double)agent->games + 2, mean = (agent->score + 1) / n;
  double variance = (agent->squares + 1) / n - mean * mean, bound = log(0.95 / 0.05);
  double ratio = ratio_of(sprt, n, mean, variance);
  return ratio >= bound ? SPRT_YES : ratio <= -bound ? SPRT_NO : SPRT_OPEN;
}
