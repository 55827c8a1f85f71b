// The rows of the settings, and what the papers had.
#include "learn/features/train_settings.h"

#include "learn/features/feature_model.h"

#include <stdio.h>

#define AT(field) offsetof(TrainSettings, field)

const SearchOption train_setting_rows[] = {
#define SETTING(name, kind, field, least, most, fallback, words, value, doc) \
  {name, OPTION_##kind, AT(field), least, most, fallback, words, doc},
#include "learn/features/train_settings.def"
#undef SETTING
    {0},
};

const TrainPreset train_presets[] = {
    {"2019",
     "set=Initial,together=1,iterations=0,per-move=0,think=5,most-moves=100,use=selection,c=0.70710678,mix=0,optimiser="
     "sgd,rate=0."
     "05,"
     "few-active=0,decay=1e-6,batch=20,capacity=200,alpha=0,beta=0,by-length=no,discovery=correlation,grow-batch=30,"
     "grow-moves=500,"
     "playout-features=15,choose-time=0",
     "Soemers et al., Biasing MCTS with Features for General Games: 5 seconds a move, plain gradient descent, only the "
     "tree is biased."},
    {"2022",
     "set=Atomic-2-4,together=1,iterations=0,per-move=0,think=1,most-moves=0,use=both,c=1.25,mix=0,epsilon=0.5,plies=0,"
     "optimiser=rmsprop,rate=0.005,momentum=0.9,mean-discount=0.9,small=1e-8,steady=0,few-active=0,decay=1e-6,batch=30,"
     "capacity="
     "2500,"
     "alpha=0.5,beta=0.5,by-length=yes,discovery=correlation,grow-batch=30,grow-moves=500,playout-features=0,choose-"
     "time=0",
     "Soemers et al., Spatial State-Action Features for General Games, appendix B: 1 second a move, centred RMSProp, "
     "tree and playouts are biased."},
    {0},
};

static void write_value(Text *out, const SearchOption *row, const void *structure) {
  const char *at = (const char *)structure + row->offset;
  switch (row->kind) {
    case OPTION_INTEGER: text_printf(out, "%lld", (long long)*(const int64_t *)(const void *)at); return;
    case OPTION_REAL: text_printf(out, "%.17g", *(const double *)(const void *)at); return;
    case OPTION_SWITCH: text_puts(out, *(const bool *)at ? "yes" : "no"); return;
    case OPTION_WORD: text_puts(out, row->words[*(const int *)(const void *)at]); return;
    case OPTION_TEXT: text_puts(out, *(const char *const *)(const void *)at); return;
  }
}

void train_settings_write(Text *out, const TrainSettings *settings) {
  for (const SearchOption *row = train_setting_rows; row->name; row++) {
    text_printf(out, "%s=", row->name);
    write_value(out, row, settings);
    text_char(out, '\n');
  }
}

bool train_settings_read(Arena *arena, Str text, TrainSettings *settings, const char **why) {
  for (size_t at = 0; at < text.n;) {
    const char *line = text.p + at, *end = memchr(line, '\n', text.n - at);
    size_t n = end ? (size_t)(end - line) : text.n - at;
    if (n && *line != '#' && !search_options_read(arena, train_setting_rows, (Str){line, n}, settings, why)) {
      return false;
    }
    at += n + 1;
  }
  return true;
}
