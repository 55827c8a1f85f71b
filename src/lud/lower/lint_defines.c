// What stands beside the game in a text: defines that nothing uses or that are there twice, and rulesets of options
// that there are not. With options, what is used depends on the choice: nothing is said then.
#include "lud/lower/lint.h"

static void lint_defined_twice(const LudGame *game, Diags *diags) {
  for (size_t i = 0; i < game->defines.map.n; i++) {
    const Define *define = game->defines.map.entries[i].value;
    if (!define->again.source || define->varies) continue;
    diag_warning(diags, define->again, "the define \"%s\" is there twice: the first one counts", define->name);
  }
}

static void lint_ruleset(const GameOptions *options, const Ruleset *ruleset, Diags *diags) {
  for (size_t i = 0; i < ruleset->n; i++) {
    Str setting = ruleset->settings[i];
    if (lud_options_known(options, setting)) continue;
    diag_warning(diags, ruleset->loc, "the ruleset \"%.*s\" cannot be chosen: there is no option \"%.*s\"",
                 (int)ruleset->name.n, ruleset->name.p, (int)setting.n, setting.p);
    return;
  }
}

void lud_lint_defines(const LudGame *game, Diags *diags) {
  lint_defined_twice(game, diags);
  for (size_t i = 0; i < game->options.n_rulesets; i++) lint_ruleset(&game->options, &game->options.rulesets[i], diags);
  if (game->options.n || game->options.n_rulesets) return;
  for (size_t i = 0; i < game->defines.map.n; i++) {
    const Define *define = game->defines.map.entries[i].value;
    if (define->used || define->varies) continue;
    diag_warning(diags, define->loc, "the define \"%s\" is never used", define->name);
    diag_hint(diags, "it is used by writing (\"%s\"%s)", define->name, define->params ? " ..." : "");
  }
}
