// Loading: options, text, tree, defines, expansion.
#include "lud/text/load.h"

#include "base/file.h"
#include "lud/lower/metadata.h"
#include "lud/slot_names.h"
#include "lud/text/expand.h"
#include "lud/text/paste_options.h"
#include "syntax/parse.h"

#include <string.h>

static bool is_path(const char *game) {
  return strchr(game, '/') || str_ends(str_of(game), ".lud") || str_ends(str_of(game), ".lud.zst");
}

// For .../X/lud/.../game.lud the folder X, when X/def exists too; NULL otherwise.
static const char *enclosing_library(Arena *arena, const char *path) {
  Str text = str_of(path);
  for (size_t i = text.n; i-- > 0;) {
    Str rest = {path + i, text.n - i};
    if (!str_starts(rest, "/lud/") && !(i == 0 && str_starts(rest, "lud/"))) continue;
    const char *root = i ? arena_text(arena, (Str){path, i}) : ".";
    return file_is_folder(arena_printf(arena, "%s/def", root)) ? root : NULL;
  }
  return NULL;
}

static const Source *read_source(Arena *arena, const char *path, Diags *diags) {
  Source *source = ARENA_NEW(arena, Source);
  const char *why;
  source->name = arena_printf(arena, "%s", path);
  if (file_read(arena, path, SYNTAX_TEXT_MAX, &source->text, &why)) return source;
  diag_error(diags, (SrcLoc){0}, "cannot read '%s': %s", path, why);
  return NULL;
}

static bool open_path(Library *library, Arena *arena, const char *path, Diags *diags, LudInput *out) {
  *out = (LudInput){.source = read_source(arena, path, diags), .root = LIBRARY_ANY};
  if (!out->source) return false;
  const char *root = enclosing_library(arena, path);
  size_t index;
  if (root && library_add(library, root, diags, &index)) out->root = (int)index;
  return true;
}

bool lud_open(Library *library, Arena *arena, const char *game, Diags *diags, LudInput *out) {
  if (is_path(game)) return open_path(library, arena, game, diags, out);
  const LibraryGame *found = library_find(library, game, diags);
  if (!found) return false;
  *out = (LudInput){.source = library_read(library, found, arena, diags), .root = (int)found->root};
  return out->source != NULL;
}

// The top level sorted: defines, metadata, and everything else, which is the game.
typedef struct TopLevel {
  Defines defines;
  VEC(const Node *) game;
  VEC(const Node *) metadata;
} TopLevel;

static void sort_items(Arena *arena, const Node *items, Diags *diags, TopLevel *top) {
  defines_init(&top->defines, arena);
  for (uint32_t i = 0; i < items->n; i++) {
    const Node *item = defines_take(&top->defines, arena, items->kids[i], diags);
    if (!item) continue;
    if (str_is(node_head(item), "metadata")) {
      if (top->metadata.n) diag_error(diags, item->loc, "there is a second (metadata ...) in this file");
      VEC_PUSH(&top->metadata, item);
    } else VEC_PUSH(&top->game, item);
  }
}

static bool is_game(const Node *node) { return str_is(node_head(node), "game") || str_is(node_head(node), "match"); }

static void report_no_game(const Source *source, const Node *item, Diags *diags) {
  SrcLoc loc = item ? item->loc : (SrcLoc){.source = source};
  diag_error(diags, loc, item ? "expected (game ...) or (match ...) here" : "there is no (game ...) in this file");
  if (item)
    diag_hint(diags, "the top level holds (define ...), (game ...), (option ...), (rulesets ...), (metadata ...)");
}

// The one (game ...) or (match ...) of the top level.
static void pick_game(const Source *source, const Node *items, Diags *diags, LudGame *out) {
  for (uint32_t i = 0; i < items->n; i++) {
    const Node *item = items->kids[i];
    if (item->flags & NODE_WRONG) continue;
    if (!is_game(item)) report_no_game(source, item, diags);
    else if (out->game) diag_error(diags, item->loc, "there is a second game in this file");
    else out->game = item;
  }
  if (!items->n) report_no_game(source, NULL, diags);
}

static const char *read_name(Arena *arena, const Node *game) {
  const Node *name = game && game->n > 1 ? game->kids[1] : NULL;
  return name && name->kind == NODE_STRING ? arena_text(arena, name->text) : NULL;
}

static void expand_parts(Library *library, const LudInput *input, TopLevel *top, Arena *arena, Diags *diags,
                         LudGame *out) {
  Expansion expansion = {.arena = arena, .diags = diags, .own = &top->defines, .options = &out->options};
  expansion.libraries = library_defines(library, input->root, diags, &expansion.n_libraries);
  if (input->root == LIBRARY_ANY) expansion.guarded = library_shipped(library);
  Node game = {.kind = NODE_BRACES, .n = (uint32_t)top->game.n, .kids = top->game.at};
  Node metadata = {.kind = NODE_BRACES, .n = (uint32_t)MIN(top->metadata.n, (size_t)1), .kids = top->metadata.at};
  const Node *items;
  expand_items(&expansion, &game, false, &items);
  if (items) {
    pick_game(input->source, items, diags, out);
    out->name = read_name(arena, out->game);
  }
  if (!metadata.n) return;
  expand_items(&expansion, &metadata, true, &items);
  if (items && items->n) out->metadata = metadata_select(arena, items->kids[0], &out->options, diags);
}

bool lud_expand(Library *library, Arena *arena, const LudInput *input, const OptionWishes *wishes, Diags *diags,
                LudGame *out) {
  size_t before = diags->total;
  *out = (LudGame){.source = input->source};
  SyntaxText text;
  const Node *items;
  if (!lud_options_read(arena, input->source, diags, &out->options)) return false;
  if (!lud_options_choose(arena, &out->options, wishes, diags)) return false;
  if (!paste_options(arena, input->source, &out->options, diags, &text)) return false;
  if (!syntax_parse_text(arena, &text, diags, &items)) return false;
  TopLevel top = {0};
  sort_items(arena, items, diags, &top);
  expand_parts(library, input, &top, arena, diags, out);
  out->defines = top.defines;
  VEC_FREE(&top.game);
  VEC_FREE(&top.metadata);
  return diags->total == before;
}

// Expanded and resolved, without the games of a match.
static bool load_one(Library *library, Arena *arena, const LudInput *input, const OptionWishes *wishes, Diags *diags,
                     LudGame *out) {
  bool expanded = lud_expand(library, arena, input, wishes, diags, out);
  if (!out->game) return false;
  const char *type = str_is(node_head(out->game), "match") ? "match" : "game";
  const LudRegistry *registry = library_registry(library);
  bool game = lud_resolve(registry, arena, out->game, type, diags, &out->terms);
  if (out->metadata) out->terms.heuristics = metadata_heuristics(arena, out->metadata);
  out->terms.hash = out->game->hash[0] ^ out->game->hash[1];
  bool about = !out->metadata || lud_resolve(registry, arena, out->metadata, "metadata", diags, &out->about);
  return expanded && game && about;
}

// ---- matches -------------------------------------------------------------------------------------

static const Term *const *games_of(const Term *match, uint32_t *n) {
  const Term *games = match->n == 4 ? term_arg(term_arg(match, C_MATCH_GAMES), C_GAMES_SUBGAME) : NULL;
  *n = !games ? 0 : games->kind == TERM_ARRAY ? games->n : 1;
  return !games                      ? NULL
         : games->kind == TERM_ARRAY ? (const Term *const *)games->args
                                     : &term_arg(match, C_MATCH_GAMES)->args[0];
}

// One game of a match, by its name and perhaps with an option. What the library does not have is left empty:
// the match can be read all the same, but not played.
static bool load_part(Library *library, Arena *arena, const Term *term, Diags *diags, LudTerms *out) {
  Diags unknown;
  const Term *option = term_arg(term, C_SUBGAME_STRING_2);
  const char *name = arena_text(arena, term_arg(term, C_SUBGAME_STRING)->text),
             *wish = option ? arena_text(arena, option->text) : NULL;
  OptionWishes wishes = {.options = &wish, .n = option ? 1 : 0};
  LudInput input;
  LudGame part;
  diags_init(&unknown, arena);
  if (!lud_open(library, arena, name, &unknown, &input)) return true;
  if (!load_one(library, arena, &input, &wishes, diags, &part)) return false;
  bool match = str_is(node_head(part.game), "match");
  if (match) diag_error(diags, term->loc, "a match cannot be part of a match");
  *out = part.terms;
  return !match;
}

enum { PARTS_MAX = 100 };

static bool load_parts(Library *library, Arena *arena, LudTerms *match, Diags *diags) {
  const Term *const *games = games_of(match->root, &match->n_parts);
  if (match->n_parts > PARTS_MAX) {
    diag_error(diags, games[PARTS_MAX]->loc, "a match has at most %d games", PARTS_MAX);
    return false;
  }
  LudTerms *parts = ARENA_ARRAY(arena, LudTerms, MAX(match->n_parts, 1u));
  match->parts = parts;
  for (uint32_t i = 0; i < match->n_parts; i++) {
    if (!load_part(library, arena, games[i], diags, &parts[i])) return false;
  }
  return true;
}

bool lud_load_input(Library *library, Arena *arena, const LudInput *input, const OptionWishes *wishes, Diags *diags,
                    LudGame *out) {
  if (!load_one(library, arena, input, wishes, diags, out)) return false;
  return !str_is(node_head(out->game), "match") || load_parts(library, arena, &out->terms, diags);
}

bool lud_load(Library *library, Arena *arena, const char *game, const OptionWishes *wishes, Diags *diags,
              LudGame *out) {
  LudInput input;
  if (!lud_open(library, arena, game, diags, &input)) return false;
  return lud_load_input(library, arena, &input, wishes, diags, out);
}

bool lud_check_defines(Arena *arena, const char *path, Diags *diags) {
  size_t before = diags->total;
  const Source *source = read_source(arena, path, diags);
  const Node *items;
  Defines defines;
  defines_init(&defines, arena);
  if (!source || !syntax_parse(arena, source, diags, &items)) return false;
  for (uint32_t i = 0; i < items->n; i++) {
    const Node *rest = defines_take(&defines, arena, items->kids[i], diags);
    if (rest) diag_error(diags, rest->loc, "expected (define ...) here");
  }
  if (!items->n) diag_error(diags, (SrcLoc){.source = source}, "there is no (define ...) in this file");
  return diags->total == before;
}
