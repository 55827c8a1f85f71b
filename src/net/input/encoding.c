// Puts the encoding of a game together: its tokens, their facts and neighbours, and the number that tells encodings
// apart.
#include "net/input/encoding.h"

#include "base/map.h"
#include "net/input/encoding_internal.h"
#include "plan/plan.h"

// ---- tokens --------------------------------------------------------------------------------------

static const uint32_t type_flags[SITE_TYPES] = {GAME_CELLS, GAME_VERTICES, GAME_EDGES};

static int count_tokens(const Game *game, const NetSection *s) {
  int n = 0;
  for (int type = 0; type < SITE_TYPES; type++)
    n += s->on[type] ? topo_count(game->board, (SiteType)type) * s->levels : 0;
  for (int c = 1; c < game->n_containers; c++) n += game->containers[c].n;
  return n;
}

typedef struct TokenFiller {
  EncodingBuilder *b;
  NetSection *s;
  int32_t *token_of[SITE_TYPES];
  SiteType *type_of;
  int32_t *site_of;
  uint8_t *level_of;
  int n;
} TokenFiller;

static void add_token(TokenFiller *f, SiteType type, int32_t site, int level, const char *name) {
  if (!level) f->token_of[type][site] = f->s->first + f->n;
  f->level_of[f->n] = (uint8_t)level;
  f->type_of[f->n] = type;
  f->site_of[f->n++] = site;
  VEC_PUSH(&f->b->tokens, name);
}

static const char *site_name(Arena *arena, const Game *game, SiteType type, int32_t site) {
  const TopoSites *sites = &game->board->sites[type];
  const char *label = sites->label ? sites->label[site] : NULL;
  return label ? arena_printf(arena, "%s %s", site_type_name(type), label)
               : arena_printf(arena, "%s %d", site_type_name(type), site);
}

static void add_containers(TokenFiller *f) {
  const Game *game = f->s->game;
  for (int c = 1; c < game->n_containers; c++) {
    const Container *container = &game->containers[c];
    for (int i = 0; i < container->n; i++) {
      add_token(f, SITE_CELL, container->first + i, 0, arena_printf(f->b->arena, "%s %d", container->name, i));
    }
  }
}

static int32_t *no_tokens(Arena *arena, int n) {
  int32_t *list = ARENA_ARRAY(arena, int32_t, n + 1);
  for (int i = 0; i <= n; i++) list[i] = -1;
  return list;
}

static void fill_tokens(EncodingBuilder *b, NetSection *s) {
  const Game *game = s->game;
  TokenFiller f = {.b = b, .s = s};
  f.type_of = ARENA_ARRAY(b->arena, SiteType, s->n + 1);
  f.site_of = ARENA_ARRAY(b->arena, int32_t, s->n + 1);
  f.level_of = ARENA_ARRAY(b->arena, uint8_t, s->n + 1);
  for (int type = 0; type < SITE_TYPES; type++) {
    f.token_of[type] = no_tokens(b->arena, MAX(game->sites[type], topo_count(game->board, (SiteType)type)));
    for (int32_t site = 0; s->on[type] && site < topo_count(game->board, (SiteType)type); site++) {
      for (int level = 0; level < s->levels; level++) {
        const char *name = site_name(b->arena, game, (SiteType)type, site);
        add_token(&f, (SiteType)type, site, level,
                  s->levels > 1 ? arena_printf(b->arena, "%s level %d", name, level) : name);
      }
    }
    s->token_of[type] = f.token_of[type];
  }
  add_containers(&f);
  s->type_of = f.type_of;
  s->site_of = f.site_of;
  s->level_of = f.level_of;
  assert(f.n == s->n);
}

// A board that is a row of high stacks is a plane standing up: each level is a token.
static bool is_row_of_columns(const Game *game) {
  enum { COLUMNS_MAX = 16 };
  int n = topo_count(game->board, game->site_type);
  if (!game->large_stacks || !game_has(game, GAME_STACKING) || n < 2 || n > COLUMNS_MAX) return false;
  for (Site site = 0; site < n; site++) {
    if (topo_neighbours(game->board, game->site_type, RELATION_ADJACENT, site).n > 2) return false;
  }
  return true;
}

static void open_section(EncodingBuilder *b, NetSection *s, const Game *game) {
  s->game = game;
  s->layout = &plan_of(game)->layout;
  s->grows = game_has(game, GAME_BOARDLESS);
  for (int type = 0; type < SITE_TYPES; type++) {
    s->on[type] = (SiteType)type == game->site_type || game_has(game, type_flags[type]);
  }
  s->levels = is_row_of_columns(game) ? NET_COLUMN : 1;
  s->first = b->e->tokens;
  s->n = count_tokens(game, s);
  b->e->tokens += s->n;
}

static bool is_listed(const NetSection *sections, int n, const Game *game) {
  for (int i = 0; i < n; i++) {
    if (sections[i].game == game) return true;
  }
  return false;
}

// A section for the game, or one for each game of a match.
static void open_sections(EncodingBuilder *b, const Game *game) {
  b->sections = ARENA_ARRAY(b->arena, NetSection, MAX(game->n_subgames, 1));
  b->e->sections = b->sections;
  for (int i = 0; i < game->n_subgames; i++) {
    if (is_listed(b->sections, b->e->n_sections, game->subgames[i].game)) continue;
    open_section(b, &b->sections[b->e->n_sections++], game->subgames[i].game);
  }
  if (!b->e->n_sections) open_section(b, &b->sections[b->e->n_sections++], game);
}

// ---- the fingerprint -----------------------------------------------------------------------------

static uint64_t mix_names(uint64_t hash, const char *const *names, int n) {
  for (int i = 0; i < n; i++) hash = hash_bytes(names[i], strlen(names[i]), hash + (uint64_t)i);
  return hash;
}

static uint64_t mix_view(const NetEncoding *e, const NetView *view, uint64_t hash) {
  size_t tokens = (size_t)e->tokens;
  hash = hash_bytes(view->neighbours, tokens * (size_t)e->directions * sizeof *view->neighbours, hash);
  hash = hash_bytes(view->places, tokens * NET_PLACES * sizeof *view->places, hash);
  hash = hash_bytes(view->fact_start, (tokens + 1) * sizeof *view->fact_start, hash);
  return hash_bytes(view->facts, view->fact_start[tokens] * sizeof *view->facts, hash);
}

static uint64_t fingerprint(const NetEncoding *e) {
  const int counts[] = {(int)e->kind, e->players, e->tokens, e->move_channels};
  uint64_t hash = hash_bytes(counts, sizeof counts, 1);
  hash = mix_names(hash, e->fact_names, e->facts);
  hash = mix_names(hash, e->number_names, e->numbers);
  hash = mix_names(hash, e->global_fact_names, e->global_facts);
  hash = mix_names(hash, e->global_number_names, e->global_numbers);
  hash = mix_names(hash, e->move_fact_names, e->move_facts);
  for (int p = 1; p <= e->players; p++) hash = mix_view(e, &e->views[p], hash);
  return hash;
}

// ---- symmetries ----------------------------------------------------------------------------------

bool net_token_map(const NetEncoding *e, const Site *const to[SITE_TYPES], uint16_t *out) {
  const NetSection *s = &e->sections[0];
  if (e->kind != NET_TOKENS || e->n_sections != 1) return false;
  for (int t = 0; t < e->tokens; t++) {
    SiteType type = s->type_of[t];
    bool moves = s->site_of[t] < topo_count(s->game->board, type) && to[type];
    int32_t image = moves ? s->token_of[type][to[type][s->site_of[t]]] : t;
    if (image < 0) return false;
    out[t] = (uint16_t)(moves ? image + s->level_of[t] : image);
  }
  return true;
}

// ---- all of it -----------------------------------------------------------------------------------

static const char *const number_names[TOKEN_NUMBERS] = {
    [NUMBER_X] = "x",
    [NUMBER_Y] = "y",
    [NUMBER_Z] = "z",
    [NUMBER_SIDE] = "steps to the side",
    [NUMBER_CENTRE] = "steps to the centre",
    [NUMBER_CORNER] = "steps to a corner",
    [NUMBER_COUNT] = "count",
    [NUMBER_HEIGHT] = "height",
    [NUMBER_MINE] = "my pieces in the stack",
    [NUMBER_VALUE] = "value",
    [NUMBER_COST] = "cost",
};

static const char *const *take_names(EncodingBuilder *b, NetNames *names, int *n) {
  *n = (int)names->n;
  const char *const *list = VEC_TO_ARENA(names, b->arena);
  VEC_FREE(names);
  return list;
}

static void take_all_names(EncodingBuilder *b) {
  NetEncoding *e = b->e;
  int tokens;
  e->fact_names = take_names(b, &b->facts, &e->facts);
  e->number_names = take_names(b, &b->numbers, &e->numbers);
  e->global_fact_names = take_names(b, &b->globals, &e->global_facts);
  e->global_number_names = take_names(b, &b->global_numbers, &e->global_numbers);
  e->move_fact_names = take_names(b, &b->moves, &e->move_facts);
  e->direction_names = take_names(b, &b->directions, &e->directions);
  e->token_names = take_names(b, &b->tokens, &tokens);
}

static void build_tokens(EncodingBuilder *b, NetView *views) {
  NetEncoding *e = b->e;
  for (int i = 0; i < e->n_sections; i++) {
    fill_tokens(b, &b->sections[i]);
    encoding_groups(b, &b->sections[i]);
  }
  for (int i = 0; i < TOKEN_NUMBERS; i++) VEC_PUSH(&b->numbers, number_names[i]);
  e->n_static_numbers = STATIC_NUMBERS;
  for (Player p = 1; p <= e->players; p++) {
    encoding_places(b, &views[p], p);
    encoding_static(b, &views[p], p);
  }
  encoding_neighbours(b, views);
}

const NetEncoding *net_encoding(Arena *arena, const Game *game, NetKind kind, const char **why) {
  NetEncoding *e = ARENA_NEW(arena, NetEncoding);
  EncodingBuilder b = {.arena = arena, .e = e};
  e->game = game;
  e->kind = kind;
  e->players = MAX(game->players, 1);
  open_sections(&b, game);
  if (kind == NET_PLANES) {
    e->planes = tensor_encoding(arena, b.sections[0].game);
    e->tokens = tensor_plane(e->planes);
  }
  if (e->tokens > NET_TOKENS_MAX) {
    *why = arena_printf(arena, "the game has %d tokens, more than %d", e->tokens, NET_TOKENS_MAX);
    return NULL;
  }
  NetView *views = ARENA_ARRAY(arena, NetView, e->players + 1);
  e->views = views;
  if (kind == NET_PLANES) encoding_planes(&b, views);
  else build_tokens(&b, views);
  encoding_levels(&b, views);
  take_all_names(&b);
  if (e->facts > NET_FACTS_MAX || e->move_facts > NET_FACTS_MAX || e->global_facts > NET_FACTS_MAX) {
    *why = "the game has too many kinds of pieces";
    return NULL;
  }
  e->fingerprint = fingerprint(e);
  return e;
}
