// Keys: the head of a move and its decisions, mixed; or the steps of a path, one after the other.
#include "play/model/move_key.h"

static uint64_t mix2(uint64_t hash, int64_t a, int64_t b) {
  return random_mix(hash ^ ((uint64_t)a * 0x9e3779b97f4a7c15ULL + (uint64_t)b * 0xd1342543de82ef95ULL + 1));
}

static int64_t pair(int32_t high, int32_t low) { return (int64_t)((uint64_t)(uint32_t)high << 32 | (uint32_t)low); }

static uint64_t mix_decision(uint64_t hash, const Action *a) {
  hash = mix2(mix2(hash, pair(a->from, a->to), a->kind), a->what, a->value);
  hash = mix2(hash, pair(a->level_from, a->level_to), pair(a->state, a->rotation));
  return mix2(hash, a->count, a->player);
}

// ---- units

static uint64_t choice_unit(const Move *move, uint32_t part, int16_t site) {
  return mix2(random_mix((uint64_t)(uint16_t)move->mover), part, site) | 1;
}

static uint64_t step_unit(const Move *move, const Action *step) {
  return mix2((uint64_t)(uint16_t)move->mover << 32, step->value, step->to) | 1;
}

static bool is_path(const Move *move, const Action *actions) { return move->n && actions[0].kind == ACT_STEP; }
static bool is_choice(const Move *move, const Action *actions) { return move->n == 1 && actions[0].kind == ACT_CHOOSE; }

// A split point leaves no trace in a whole move.
static bool is_dot(const Action *step) { return step->value <= 0; }

static uint64_t join(uint64_t context, uint64_t unit) { return context ? key_pair(context, unit) : unit; }

static uint64_t path_key(const Move *move, const Action *actions) {
  uint64_t key = 0;
  for (uint32_t i = 0; i < move->n; i++) key = join(key, step_unit(move, &actions[i]));
  return key;
}

// ---- keys of moves

static uint64_t key_of(const Move *move, MoveDetail detail, const Action *actions) {
  if (is_path(move, actions)) return path_key(move, actions);
  if (is_choice(move, actions)) return choice_unit(move, (uint32_t)actions[0].value, actions[0].to);
  uint64_t hash = random_mix((uint64_t)(uint16_t)move->mover);
  hash = mix2(mix2(hash, move->from, move->to), detail.level_min, detail.level_max);
  for (uint32_t i = 0; i < move->n; i++) {
    if (actions[i].flags & ACTION_DECISION) hash = mix_decision(hash, &actions[i]);
  }
  return hash | 1;
}

uint64_t move_key(const Position *x, const Move *move) {
  Action few[FILL_MOST];
  return key_of(move, move_detail(x, move), move_actions(x, move, few));
}

uint64_t played_key(const Position *x, size_t i) {
  const Move *move = &x->played.at[i].move;
  return key_of(move, played_detail(x, move), played_actions(x, move));
}

// ---- divided moves

// A whole move consists of where it begins, where it ends, and which of those it is; what was chosen before is no
// longer part of it.
static int choice_units(const Position *x, const Move *move, const Action *actions, uint64_t *keys) {
  uint32_t chosen = (uint32_t)x->head->chosen;
  int n = 0;
  if (!is_choice(move, actions)) {
    if (!(chosen & CHOSEN_FROM)) keys[n++] = choice_unit(move, CHOSEN_FROM, move->from);
    if (!(chosen & CHOSEN_TO)) keys[n++] = choice_unit(move, CHOSEN_TO, move->to);
  }
  keys[n++] = key_of(move, move_detail(x, move), actions);
  return n;
}

static int path_units(const Move *move, const Action *actions, uint64_t *keys) {
  int n = 0;
  for (uint32_t i = 0; i < move->n; i++) {
    uint64_t unit = step_unit(move, &actions[i]);
    if (n < MOVE_UNITS_MAX) keys[n++] = unit;
    else keys[n - 1] = key_pair(keys[n - 1], unit);
  }
  return n;
}

int move_units(const Position *x, const Move *move, uint64_t *keys) {
  Action few[FILL_MOST];
  const Action *actions = move_actions(x, move, few);
  return is_path(move, actions) ? path_units(move, actions, keys) : choice_units(x, move, actions, keys);
}

static int path_contexts(uint64_t context, const Move *part, const Action *actions, uint64_t *keys, uint64_t *after) {
  int n = 0;
  *after = context;
  for (uint32_t i = 0; i < part->n; i++) {
    uint64_t key = join(*after, step_unit(part, &actions[i]));
    if (n < MOVE_UNITS_MAX) n++;
    keys[n - 1] = key;
    if (!is_dot(&actions[i])) *after = key;
  }
  return n;
}

int move_contexts(const Position *x, uint64_t context, const Move *part, uint64_t *keys, uint64_t *after) {
  Action few[FILL_MOST];
  const Action *actions = move_actions(x, part, few);
  if (is_path(part, actions)) return path_contexts(context, part, actions, keys, after);
  int n = choice_units(x, part, actions, keys);
  for (int i = 0; i < n; i++) keys[i] = context = join(context, keys[i]);
  if (!is_choice(part, actions)) keys[n - 1] = key_of(part, move_detail(x, part), actions);  // it says everything
  *after = keys[n - 1];
  return n;
}

int move_with_key(const Position *x, MoveList list, uint64_t key) {
  int found = -1;
  for (uint32_t i = 0; i < list.n; i++) {
    if (move_key(x, move_at(x, list, i)) != key) continue;
    if (found >= 0) return -1;
    found = (int)i;
  }
  return found;
}
