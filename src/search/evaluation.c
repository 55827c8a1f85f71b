// Choosing how positions are judged.
#include "search/evaluation.h"

#include "base/file.h"

typedef struct Choice {
  const char *name;
  int wanted;  // HeuristicOrigins
} Choice;

static const Choice choices[] = {
    {"material", 0},
    {"metadata", HEURISTIC_METADATA},
    {"tuned", HEURISTIC_TUNED},
    {"auto", HEURISTIC_TUNED | HEURISTIC_METADATA},
};

static const Choice *find_choice(const char *text) {
  for (size_t i = 0; i < COUNT_OF(choices); i++) {
    if (!strcmp(choices[i].name, text)) return &choices[i];
  }
  return NULL;
}

static bool find_text(Evaluation *evaluation, const Game *game, const char *text, HeuristicText *out) {
  const Choice *choice = find_choice(text);
  const char *why;
  if (!choice) return heuristic_read_file(&evaluation->arena, text, out, &why);
  return choice->wanted && heuristic_text_for_game(&evaluation->arena, game, choice->wanted, out, &why);
}

void evaluation_open(Evaluation *evaluation, const AgentSetting *setting, const char *text) {
  HeuristicText terms;
  *evaluation = (Evaluation){.evaluator = setting->evaluator};
  if (setting->evaluator) return;
  if (find_text(evaluation, setting->game, text && *text ? text : "auto", &terms)) {
    heuristic_new(setting->game, terms, &evaluation->heuristic);
    evaluation->evaluator = heuristic_evaluator(evaluation->heuristic);
  } else {
    material_new(setting->game, setting->seed, &evaluation->material);
    evaluation->evaluator = material_evaluator(evaluation->material);
  }
}

void evaluation_close(Evaluation *evaluation) {
  heuristic_free(evaluation->heuristic);
  material_free(evaluation->material);
  arena_free(&evaluation->arena);
}

const char *evaluation_refuse(const char *text) {
  if (!text || !*text || find_choice(text)) return NULL;
  Arena arena = {0};
  HeuristicText terms;
  const char *why = NULL;
  bool good = heuristic_read_file(&arena, text, &terms, &why), there = file_exists(text);
  arena_free(&arena);
  if (good) return NULL;
  return there ? "the file that eval names is not a heuristic; senet analyse --heuristics FILE says why"
               : "eval is material, metadata, tuned, auto or the path of a file of heuristics";
}
