// Defines of a description that nothing uses. With options, what is used depends on the choice: nothing is said then.
#include "lud/lower/lint.h"

void lud_lint_defines(const LudGame *game, Diags *diags) {
  if (game->options.n || game->options.n_rulesets) return;
  for (size_t i = 0; i < game->defines.map.n; i++) {
    const Define *define = game->defines.map.entries[i].value;
    if (define->used || define->varies) continue;
    diag_warning(diags, define->loc, "the define \"%s\" is never used", define->name);
    diag_hint(diags, "it is used by writing (\"%s\"%s)", define->name, define->params ? " ..." : "");
  }
}
