// Samples as flat blocks.
#include "learn/zero/zero_sample.h"

#include <math.h>

static void add_bytes(ZeroBytes *bytes, const void *data, size_t n) {
  while (bytes->n + n > bytes->cap) bytes->at = vec_grow(bytes->at, &bytes->cap, 1);
  if (n) memcpy(bytes->at + bytes->n, data, n);
  bytes->n += n;
}

static size_t padded(size_t n) { return (n + 7) & ~(size_t)7; }

static void add_policy(ZeroBytes *bytes, const float *policy, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint16_t share = (uint16_t)lroundf(65535 * policy[i]);
    add_bytes(bytes, &share, sizeof share);
  }
}

static void add_sample(ZeroBytes *bytes, const ZeroGame *game, size_t number) {
  const ZeroRecord *record = &game->records.at[number];
  uint32_t players = (uint32_t)game->search.tree.game->players;
  uint32_t n_policy = record->policy == SIZE_MAX ? 0 : record->n_moves;
  size_t raw = sizeof(ZeroSample) + record->size + players * 2 * sizeof(float) + n_policy * sizeof(uint16_t);
  ZeroSample head = {.size = (uint32_t)padded(raw),
                     .net = record->size,
                     .n_policy = n_policy,
                     .players = (uint16_t)players,
                     .ply = (uint16_t)MIN(number, UINT16_MAX),
                     .game = game->number};
  float outcomes[GAME_PLAYERS_MAX];
  for (uint32_t p = 0; p < players; p++) outcomes[p] = zero_record_value(game, record, (int)p, 1);
  size_t end = bytes->n + head.size;
  add_bytes(bytes, &head, sizeof head);
  add_bytes(bytes, game->requests.at + record->request, record->size);
  add_bytes(bytes, outcomes, sizeof *outcomes * players);
  add_bytes(bytes, record->values, sizeof *record->values * players);
  if (n_policy) add_policy(bytes, game->policies.at + record->policy, n_policy);
  while (bytes->n < end) add_bytes(bytes, "", 1);
}

size_t zero_samples_add(ZeroBytes *bytes, const ZeroGame *game) {
  for (size_t i = 0; i < game->records.n; i++) add_sample(bytes, game, i);
  return game->records.n;
}

static bool check_one(const NetEncoding *e, const unsigned char *at, size_t left, const char **why) {
  ZeroSample head;
  *why = "it is cut off";
  if (left < sizeof head) return false;
  memcpy(&head, at, sizeof head);
  if (head.size > left || head.size % 8 || head.net % 8) return false;
  size_t need = sizeof head + (size_t)head.net + head.players * 2 * sizeof(float) + head.n_policy * sizeof(uint16_t);
  if (need > head.size) return false;
  *why = "it is of another game";
  if (head.players != e->players) return false;
  const NetSample *net = (const NetSample *)(const void *)(at + sizeof head);
  if (!net_sample_check(e, net, head.net, why)) return false;
  *why = "its policy has the wrong length";
  return !head.n_policy || head.n_policy == net->n_moves;
}

bool zero_samples_check(const NetEncoding *e, const unsigned char *bytes, size_t size, size_t *n, const char **why) {
  *n = 0;
  for (size_t at = 0; at < size; ++*n) {
    if (!check_one(e, bytes + at, size - at, why)) return false;
    ZeroSample head;
    memcpy(&head, bytes + at, sizeof head);
    at += head.size;
  }
  return true;
}

void zero_sample_wdl(const ZeroSample *s, double outcome_share, double drawish, float *wdl) {
  for (int p = 0; p < s->players; p++) {
    double outcome = zero_sample_outcomes(s)[p], value = zero_sample_values(s)[p];
    double drawn = outcome_share * (1 - fabs(outcome)) + (1 - outcome_share) * drawish * (1 - fabs(value));
    double mean = outcome_share * outcome + (1 - outcome_share) * value;
    wdl[3 * p] = (float)fmax((1 - drawn + mean) / 2, 0);
    wdl[3 * p + 1] = (float)fmax(drawn, 0);
    wdl[3 * p + 2] = (float)fmax((1 - drawn - mean) / 2, 0);
  }
}
