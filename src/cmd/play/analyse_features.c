// Scores taken apart.
#include "cmd/play/analyse_features.h"

#include "base/file.h"
#include "cmd/learn/feature_load.h"
#include "feature/evaluate/evaluator.h"
#include "feature/feature_picture.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEATURES_SHOWN = 6 };

// A feature that is active for a move.
typedef struct Voice {
  const char *text;
  double weight;
} Voice;

typedef struct Judged {
  uint32_t move;
  double score, probability;
  VEC(Voice) voices;
} Judged;

typedef VEC(Judged) JudgedMoves;

static int compare_voices(const void *left, const void *right) {
  const Voice *a = left, *b = right;
  double x = fabs(a->weight), y = fabs(b->weight);
  return x != y ? (x < y ? 1 : -1) : strcmp(a->text, b->text);
}

static int compare_moves(const void *left, const void *right) {
  const Judged *a = left, *b = right;
  if (a->score != b->score) return a->score < b->score ? 1 : -1;
  return (a->move > b->move) - (a->move < b->move);
}

static void hear(Judged *judged, const char *text, double weight) {
  if (weight == 0) return;
  judged->score += weight;
  VEC_PUSH(&judged->voices, (Voice){text, weight});
}

static Judged judge(FeatureEval *eval, const Position *x, MoveList list, uint32_t i, Word *bits, int *numbers) {
  const Move *move = move_at(x, list, i);
  const FeatureSet *set = eval->set;
  Judged judged = {.move = i};
  if (move->mover < 1 || move->mover > set->players) return judged;
  FeatureMove places = feature_move(eval->space, x, move);
  eval_move(eval, &places, bits);
  int n = eval_list(eval, bits, numbers);
  for (int k = 0; k < n; k++) hear(&judged, set->texts[numbers[k]], (double)set_weights(set, move->mover)[numbers[k]]);
  uint32_t aspatial = aspatial_active(x, move);
  for (int k = 0; k < ASPATIALS; k++) {
    if (aspatial >> k & 1) hear(&judged, aspatial_names[k], (double)set_aspatial(set, move->mover)[k]);
  }
  if (judged.voices.n) qsort(judged.voices.at, judged.voices.n, sizeof(Voice), compare_voices);
  return judged;
}

static void find_probabilities(JudgedMoves *moves) {
  double most = -INFINITY, sum = 0;
  for (size_t i = 0; i < moves->n; i++) most = fmax(most, moves->at[i].score);
  for (size_t i = 0; i < moves->n; i++) sum += exp(moves->at[i].score - most);
  for (size_t i = 0; i < moves->n; i++) moves->at[i].probability = exp(moves->at[i].score - most) / sum;
}

static void judge_all(FeatureEval *eval, Position *x, JudgedMoves *moves) {
  MoveList list = position_moves(x);
  Word *bits = mem_alloc_zero(sizeof(Word) * (size_t)eval->words);
  int *numbers = mem_alloc_zero(sizeof(int) * ((size_t)eval->set->n + 1));
  eval_begin(eval, x);
  for (uint32_t i = 0; i < list.n; i++) VEC_PUSH(moves, judge(eval, x, list, i, bits, numbers));
  position_forget(x, list);
  mem_free(bits);
  mem_free(numbers);
  find_probabilities(moves);
  if (moves->n) qsort(moves->at, moves->n, sizeof *moves->at, compare_moves);
}

static void print_text(const Session *session, const JudgedMoves *moves, size_t top) {
  printf("%11s %8s  %s\n", "probability", "score", "move");
  for (size_t i = 0; i < moves->n && i < top; i++) {
    const Judged *judged = &moves->at[i];
    printf("%9.2f %% %+8.3f  %s\n", 100 * judged->probability, judged->score,
           notation_of(&session->notation, judged->move));
    for (size_t k = 0; k < judged->voices.n && k < FEATURES_SHOWN; k++) {
      printf("%11s %+8.3f    %s\n", "", judged->voices.at[k].weight, judged->voices.at[k].text);
    }
    if (judged->voices.n > FEATURES_SHOWN) {
      printf("%11s %8s    and %zu more\n", "", "", judged->voices.n - FEATURES_SHOWN);
    }
  }
  if (moves->n > top) printf("%11s %8s  and %zu more\n", "", "", moves->n - top);
}

// The feature that says most about the best move, as a picture.
static void draw_heaviest(Arena *arena, const FeatureEval *eval, const JudgedMoves *moves) {
  const char *wanted = moves->n && moves->at[0].voices.n ? moves->at[0].voices.at[0].text : NULL;
  Text text = {0};
  for (int i = 0; wanted && i < eval->set->n; i++) {
    if (strcmp(eval->set->texts[i], wanted) != 0) continue;
    FeaturePicture picture = picture_make(arena, eval->space, &eval->set->at[i]);
    picture_text(&text, &picture);
    printf("%s\n%s", wanted, text.p ? text.p : "");
  }
  text_free(&text);
}

static void print_json(const Session *session, const JudgedMoves *moves, size_t top) {
  json_t *list = json_array();
  for (size_t i = 0; i < moves->n && i < top; i++) {
    const Judged *judged = &moves->at[i];
    json_t *voices = json_array();
    for (size_t k = 0; k < judged->voices.n; k++) {
      const Voice *voice = &judged->voices.at[k];
      json_array_append_new(voices, json_pack("{ss sf}", "feature", voice->text, "weight", voice->weight));
    }
    json_array_append_new(
        list, json_pack("{ss sf sf so}", "move", notation_of(&session->notation, judged->move), "probability",
                        judged->probability, "score", judged->score, "features", voices));
  }
  json_t *json = json_pack("{so}", "moves", list);
  json_dumpf(json, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
  putchar('\n');
  json_decref(json);
}

bool analyse_features(const Options *options, Session *session, size_t top) {
  Position *x = session->x;
  FeatureRules rules;
  if (!feature_load_rules(options, &rules)) return false;
  const char *name = options_value(options, "--features");
  if (file_is_folder(name)) name = arena_printf(options->arena, "%s/selection.features", name);
  FeatureSet *set = feature_load_set(options, x->game, name, rules);
  if (!set) return false;
  FeatureEval *eval;
  JudgedMoves moves = {0};
  session_look(session);
  eval_open(&eval, x->game, rules, set, &evaluator_fast);
  judge_all(eval, x, &moves);
  if (options_has(options, "--json")) print_json(session, &moves, top);
  else print_text(session, &moves, top);
  bool model = file_is_folder(options_value(options, "--features"));
  if (model && !options_has(options, "--json")) draw_heaviest(options->arena, eval, &moves);
  for (size_t i = 0; i < moves.n; i++) VEC_FREE(&moves.at[i].voices);
  VEC_FREE(&moves);
  eval_close(eval);
  set_close(set);
  return true;
}
