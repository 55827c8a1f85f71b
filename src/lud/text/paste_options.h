// The text of a description with its options decided: (option ...) and (rulesets ...) are taken out and
// every <Tag:argument> is replaced by the chosen text. Each byte remembers where it was written.
#ifndef LUD_TEXT_PASTE_OPTIONS_H
#define LUD_TEXT_PASTE_OPTIONS_H

#include "lud/text/options.h"
#include "syntax/source_text.h"

// False when references never end or the text grows beyond SYNTAX_TEXT_MAX; the error is in diags.
bool paste_options(Arena *arena, const Source *source, const GameOptions *options, Diags *diags, SyntaxText *out);

#endif
