// Directives and macros. A file is a list of directives: the five sections, and macro definitions.
// Sections are expanded to plain tokens; every token remembers the chain of macro uses it came through.
//
// A macro is visible only in directives written after it, so expansion always ends. Arguments are
// expanded where they are used but mean what they meant where they were written (lexical scoping).
#ifndef RBG_MACRO_H
#define RBG_MACRO_H

#include "base/vec.h"
#include "rbg/token.h"

enum {
  RBG_DEPTH_MAX = 200,          // nested macro uses, and nested brackets
  RBG_EXPANSION_MAX = 4 << 20,  // tokens looked at while expanding one section
  RBG_NAME_LENGTH_MAX = 200,    // of a pasted name
};

typedef enum RbgSection {
  RBG_PLAYERS,
  RBG_PIECES,
  RBG_VARIABLES,
  RBG_BOARD,
  RBG_RULES,
  RBG_SECTIONS,
} RbgSection;

// One directive. Macros have params; a macro without brackets has none. The body ends before the next '#'.
typedef struct RbgDirective {
  Str name;
  const char *title;  // the name, terminated
  SrcLoc loc;         // of the name
  uint32_t serial;
  uint32_t n_params;
  const RbgToken *params;
  const RbgToken *body;
  size_t n_body;
} RbgDirective;

typedef struct RbgText RbgText;

// Splits the source into directives. Missing sections and broken directives are reported; the result is never NULL.
RbgText *rbg_text(Arena *arena, const Source *source, Diags *diags);

// The section after expansion, ended by RTOK_END; NULL when it is missing or its expansion failed (reported).
const RbgToken *rbg_section(RbgText *text, RbgSection section);

// Where the section's name stands, for errors about the whole of it.
SrcLoc rbg_section_loc(const RbgText *text, RbgSection section);

// Whether the name is a macro defined after the given serial place: the reader is told that order matters.
bool rbg_defined_later(const RbgText *text, Str name, SrcLoc use);

// Adds the names of all macros, for suggestions.
typedef VEC(const char *) RbgNameList;
void rbg_macro_names(const RbgText *text, RbgNameList *names);

#endif
