// Equipment: numbering of containers, sites and components as the language defines it. Containers come in
// the order board, hands and decks, dice; components in the order cards of decks, dice, dominoes, then the others as
// written, one per owner where a piece is given to each player. Sites of hands follow those of the board.
#include "base/number.h"
#include "lud/lower/board_bridge.h"
#include "lud/lower/cards.h"
#include "lud/lower/numbers.h"

typedef struct Kit {
  Lower *lower;
  VEC(Container) containers;
  VEC(Component) components;
  int64_t next_site;
} Kit;

static bool is_item(const Term *item, const char *name) { return !strcmp(item->row->name, name); }

// ---- names ---------------------------------------------------------------------------------------

static const char *role_word(Lower *lower, const Term *role, int player) {
  if (player >= 1 && player <= lower->game->players) return arena_printf(lower->arena, "P%d", player);
  return role ? arena_text(lower->arena, role->text) : "Each";
}

// Names carry the number of the owner, unless all players share the piece or there is only one player; those of dice
// and dominoes never do.
static const char *piece_name(Lower *lower, const char *base, Player owner) {
  int players = lower->game->players;
  bool plain = strstr(base, "Die") || strstr(base, "Domino");
  if (plain || owner > players || (players == 1 && owner == 1)) return base;
  return arena_printf(lower->arena, "%s%d", base, owner);
}

// ---- containers ----------------------------------------------------------------------------------

static bool add_board(Kit *kit) {
  Lower *lower = kit->lower;
  Game *game = lower->game;
  const Board *board = lud_board(lower->arena, lower->root, lower->diags);
  if (!board) return false;
  game->board = board->topology;
  game->large_stacks = board->large_stacks;
  game->tracks = board->tracks;
  game->n_tracks = board->track_count;
  game->site_type = board->use;
  for (int type = 0; type < SITE_TYPES; type++) game->sites[type] = topo_count(board->topology, (SiteType)type);
  for (int t = 0; t < game->n_tracks; t++) {
    if (game->tracks[t].internal_loop) lower->flags |= GAME_TRACK_INDICES;
  }
  if (board->boardless) lower->flags |= GAME_BOARDLESS;
  VEC_PUSH(&kit->containers, (Container){.name = "Board", .kind = CONTAINER_BOARD, .n = game->sites[board->use]});
  kit->next_site = board_span(board);
  return true;
}

static int32_t number(const Kit *kit, const Term *term, int32_t otherwise) {
  return lower_any_number(kit->lower, term, otherwise);
}

static const NumberRange hand_size = {"the size of a hand", 0, GAME_SITES_MAX};
static const NumberRange dice_number = {"the number of dice", 0, 1000};
static const NumberRange die_faces = {"the number of faces of a die", 1, 10000};
static const NumberRange domino_top = {"the highest number on a domino", 0, 16};
static const NumberRange tile_sides = {"the number of sides of a tile", 1, 64};
static const NumberRange tile_side = {"a side of a tile", 0, 63};
static const NumberRange tile_slots = {"the number of slots of a side", 1, 64};
static const NumberRange tile_slot = {"a slot of a side", 0, 63};

static void add_hand(Kit *kit, const Term *item) {
  Owners owners = lower_owners(kit->lower, term_arg(item, C_HAND_ROLE_TYPE));
  int size = lower_number(kit->lower, term_arg(item, C_HAND_SIZE), hand_size, 1);
  for (int p = owners.first; p <= owners.last; p++) {
    Container hand = {.kind = CONTAINER_HAND, .owner = p, .first = (int)kit->next_site, .n = size};
    hand.name = arena_printf(kit->lower->arena, "Hand%d", p <= kit->lower->game->players ? p : 0);
    VEC_PUSH(&kit->containers, hand);
    kit->next_site = MIN(kit->next_site + size, INT32_MAX / 2);
  }
}

static void add_cards(Kit *kit, const Component *cards, int n, Player owner) {
  int32_t *indices = ARENA_ARRAY(kit->lower->arena, int32_t, MAX(n, 1));
  for (int i = 0; i < n; i++) {
    Component card = cards[i];
    indices[i] = (int32_t)kit->components.n;
    card.base_name = arena_printf(kit->lower->arena, "Card%d", indices[i]);
    card.name = piece_name(kit->lower, card.base_name, owner);
    card.owner = owner;
    VEC_PUSH(&kit->components, card);
  }
  Container *deck = &VEC_LAST(&kit->containers);
  deck->indices = indices;
  deck->n_indices = n;
}

// (deck [roleType] [cardsBySuit:int] [suits:int] [{cardSpec}]): a single site with all its cards.
static void add_deck(Kit *kit, const Term *item) {
  Lower *lower = kit->lower;
  const Term *role = term_arg(item, C_DECK_ROLE_TYPE);
  lower->flags |= GAME_CARDS | GAME_STACKING;
  Owners owners = role ? lower_owners(lower, role) : (Owners){lower->game->players + 1, lower->game->players + 1};
  if (owners.first != owners.last) {
    diag_error(lower->diags, role->loc, "a deck belongs to one player or is shared by all");
    return;
  }
  int n = 0;
  Component *cards = deck_cards(lower, item, role ? role_word(lower, role, owners.first) : "Shared", &n);
  Container deck = {.kind = CONTAINER_DECK, .owner = owners.first, .first = (int)kit->next_site++, .n = 1};
  deck.name = arena_printf(lower->arena, "Deck%d", owners.first <= lower->game->players ? owners.first : 0);
  VEC_PUSH(&kit->containers, deck);
  if (cards) add_cards(kit, cards, n, owners.first);
}

// ---- dice ----------------------------------------------------------------------------------------

// Dice of one owner lie in one hand: the sites of hands that come after it move up.
static void enlarge_dice(Kit *kit, Player owner, int more) {
  Container *dice = NULL;
  for (size_t c = 0; c < kit->containers.n; c++) {
    Container *container = &kit->containers.at[c];
    if (dice) container->first += more;
    else if (container->kind == CONTAINER_DICE && container->owner == owner) dice = container;
  }
  kit->next_site = MIN(kit->next_site + more, INT32_MAX / 2);
  if (dice) {
    dice->n += more;
    return;
  }
  Container hand = {.kind = CONTAINER_DICE, .owner = owner, .first = (int)kit->next_site - more, .n = more};
  hand.name = arena_printf(kit->lower->arena, "Dice%d", owner <= kit->lower->game->players ? owner : 0);
  VEC_PUSH(&kit->containers, hand);
  kit->lower->game->dice_hands++;
}

// The numbers on a die: listed for all dice or for each, or one after the other.
static void set_faces(Kit *kit, Component *die, const Term *item, uint32_t number_of_die) {
  const Term *given = term_arg(item, C_DICE_FACES);
  const Term *list = given && str_is(given->label, "faces") ? given : NULL;
  if (given && str_is(given->label, "facesByDie") && given->n) list = given->args[MIN(number_of_die, given->n - 1)];
  int from = given && !list ? number(kit, given, 1) : 1;
  die->n_faces = list ? (int)list->n : lower_number(kit->lower, term_arg(item, C_DICE_D), die_faces, 6);
  int32_t *faces = ARENA_ARRAY(kit->lower->arena, int32_t, MAX(die->n_faces, 1));
  for (int i = 0; i < die->n_faces; i++) faces[i] = list ? number(kit, list->args[i], 0) : wrap_add(from, i);
  die->faces = faces;
}

// Dice that are given their numbers together share them; so do those beyond the last list.
static uint32_t different_dice(const Term *item) {
  const Term *given = term_arg(item, C_DICE_FACES);
  return given && str_is(given->label, "facesByDie") && given->n ? given->n : 1;
}

// (dice [d:int] [faces:{int} | facesByDie:{{int}} | from:int] [roleType] num:int [biased:{int}])
static void add_dice(Kit *kit, const Term *item) {
  Lower *lower = kit->lower;
  const Term *role = term_arg(item, C_DICE_ROLE_TYPE);
  Player owner = role ? lower_owners(lower, role).first : lower->game->players + 1;
  int n = lower_number(lower, term_arg(item, C_DICE_NUM), dice_number, 1), before = 0;
  for (size_t c = 0; c < kit->components.n; c++) before += kit->components.at[c].kind == COMPONENT_DIE;
  for (int i = 0; i < n; i++) {
    Component die = {.kind = COMPONENT_DIE, .owner = owner, .value = -1, .flip_a = -1, .flip_b = -1, .facing = -1};
    die.name = die.base_name = arena_printf(lower->arena, "Die%d", before + i + 1);
    die.role = role ? role_word(lower, role, owner) : "Shared";
    const Component *last = i ? &VEC_LAST(&kit->components) : NULL;
    if (last && (uint32_t)i >= different_dice(item)) die.faces = last->faces, die.n_faces = last->n_faces;
    else set_faces(kit, &die, item, (uint32_t)i);
    VEC_PUSH(&kit->components, die);
  }
  enlarge_dice(kit, owner, n);
  lower->flags |= GAME_DICE | GAME_STOCHASTIC | GAME_NOT_ALL_PASS;
}

static bool add_containers(Kit *kit, const Term *items) {
  if (!lud_board_term(kit->lower->root)) {
    diag_error(kit->lower->diags, items->loc, "the equipment has no board");
    return false;
  }
  if (!add_board(kit)) return false;
  for (uint32_t i = 0; i < items->n; i++) {
    if (is_item(items->args[i], "hand")) add_hand(kit, items->args[i]);
    if (is_item(items->args[i], "deck")) add_deck(kit, items->args[i]);
  }
  for (uint32_t i = 0; i < items->n && kit->components.n <= GAME_COMPONENTS_MAX; i++) {
    if (is_item(items->args[i], "dice")) add_dice(kit, items->args[i]);
  }
  return true;
}

// ---- components ----------------------------------------------------------------------------------

// The way a player faces goes before that of its pieces.
static int facing_of(const Lower *lower, const Term *direction, int player) {
  bool faces = lower->game->facings && player >= 1 && player <= lower->game->players;
  if (faces && lower->game->facings[player] >= 0) return lower->game->facings[player];
  Dir dir = direction ? dir_parse(direction->text) : DIR_NONE;
  return dir == DIR_NONE ? -1 : (int)dir;
}

// The items that are pieces, with the places of their arguments; 0: they do not have it.
typedef struct PieceForm {
  const char *item;
  ComponentKind kind;
  uint32_t facing, flips, moves, maxima, walks, sides, slots, paths;
} PieceForm;

static const PieceForm piece_forms[] = {
    {"piece", COMPONENT_PIECE, .facing = C_ITEM_PIECE_DIRECTION_FACING, .flips = C_ITEM_PIECE_FLIPS,
     .moves = C_ITEM_PIECE_MOVES, .maxima = C_ITEM_PIECE_MAX_STATE},
    {"tile", COMPONENT_TILE, .walks = C_TILE_STEP_TYPE, .sides = C_TILE_NUM_SIDES, .slots = C_TILE_SLOTS,
     .paths = C_TILE_PATH, .flips = C_TILE_FLIPS, .moves = C_TILE_MOVES, .maxima = C_TILE_MAX_STATE},
    {"component", COMPONENT_PIECE, .walks = C_COMPONENT_STEP_TYPE, .facing = C_COMPONENT_DIRECTION_FACING,
     .moves = C_COMPONENT_MOVES, .maxima = C_COMPONENT_INT},
    {"die", COMPONENT_DIE, .facing = C_DIE_DIRECTION_FACING, .moves = C_DIE_MOVES},
    {"domino", COMPONENT_DOMINO, .moves = C_DOMINO_MOVES},
    {"card", COMPONENT_CARD, .moves = C_ITEM_CARD_MOVES, .maxima = C_ITEM_CARD_MAX_STATE},
};

// The form of an item; NULL: it is no piece.
static const PieceForm *piece_form(const Term *item) {
  for (size_t i = 0; i < COUNT_OF(piece_forms); i++) {
    if (is_item(item, piece_forms[i].item)) return &piece_forms[i];
  }
  return NULL;
}

static const Term *optional_arg(const Term *item, uint32_t at) { return at ? term_arg(item, at) : NULL; }

// Without a role a piece is everybody's own, a tile is shared by all.
static Owners piece_owners(Lower *lower, const Term *item) {
  int players = lower->game->players;
  if (term_arg(item, C_ITEM_PIECE_ROLE_TYPE)) return lower_owners(lower, term_arg(item, C_ITEM_PIECE_ROLE_TYPE));
  return is_item(item, "tile") ? (Owners){players + 1, players + 1} : (Owners){1, players};
}

static const char *read_walk(Lower *lower, const Term *steps) {
  char *walk = ARENA_ARRAY(lower->arena, char, steps->n + 1u);
  uint32_t forward = 0;
  for (uint32_t i = 0; i < steps->n; i++) {
    walk[i] = steps->args[i]->text.n ? steps->args[i]->text.p[0] : 'F';
    forward += walk[i] == 'F';
  }
  if (forward >= LARGE_SITES_MAX)
    diag_error(lower->diags, steps->loc, "the shape of a large piece has at most %d steps forward, not %u",
               LARGE_SITES_MAX - 1, forward);
  return walk;
}

// {stepType} or {{stepType}}: the shape of a large piece.
static void read_walks(Lower *lower, Component *piece, const Term *walks) {
  if (!walks || !walks->n) return;
  bool many = walks->args[0]->kind == TERM_ARRAY;
  piece->n_walks = many ? (int)walks->n : 1;
  const char **read = ARENA_ARRAY(lower->arena, const char *, piece->n_walks);
  for (int i = 0; i < piece->n_walks; i++) read[i] = read_walk(lower, many ? walks->args[i] : walks);
  piece->walks = read;
  lower->flags |= GAME_LARGE_PIECES | GAME_STATE;
}

// (path from:int [slotsFrom:int] to:int [slotsTo:int] colour:int)
static void read_paths(Kit *kit, Component *tile, const Term *paths) {
  if (!paths) return;
  TilePath *read = ARENA_ARRAY(kit->lower->arena, TilePath, MAX(paths->n, 1u));
  for (uint32_t i = 0; i < paths->n; i++) {
    const Term *path = paths->args[i];
    read[i] = (TilePath){.from = lower_number(kit->lower, term_arg(path, C_PATH_FROM), tile_side, 0),
                         .from_slot = lower_number(kit->lower, term_arg(path, C_PATH_SLOTS_FROM), tile_slot, 0),
                         .to = lower_number(kit->lower, term_arg(path, C_PATH_TO), tile_side, 0),
                         .to_slot = lower_number(kit->lower, term_arg(path, C_PATH_SLOTS_TO), tile_slot, 0),
                         .colour = number(kit, term_arg(path, C_PATH_COLOUR), 0)};
  }
  tile->paths = read;
  tile->n_paths = (int)paths->n;
}

// slots:{int} or slotsPerSide:int
static void read_slots(Kit *kit, Component *tile, const Term *slots) {
  if (!slots) return;
  uint32_t n = slots->kind == TERM_ARRAY ? slots->n : 1;
  int32_t *read = ARENA_ARRAY(kit->lower->arena, int32_t, MAX(n, 1u));
  for (uint32_t i = 0; i < n; i++)
    read[i] = lower_number(kit->lower, slots->kind == TERM_ARRAY ? slots->args[i] : slots, tile_slots, 1);
  tile->slots = read;
  tile->n_slots = (int)n;
}

// The numbers 1 to n.
static void number_faces(Kit *kit, Component *die, int n) {
  int32_t *faces = ARENA_ARRAY(kit->lower->arena, int32_t, MAX(n, 1));
  for (int i = 0; i < n; i++) faces[i] = i + 1;
  die->faces = faces;
  die->n_faces = n;
}

// Two squares of four cells each.
static void shape_domino(Lower *lower, Component *domino, int a, int b) {
  static const char *const walks[] = {"FRFRFLFLFRFRF"};
  domino->value = a;
  domino->value2 = b;
  domino->is_double = a == b;
  domino->walks = walks;
  domino->n_walks = 1;
  lower->flags |= GAME_LARGE_PIECES | GAME_STATE | GAME_VALUE | GAME_DOMINOES;
}

static Component read_piece(Kit *kit, const Term *item, const PieceForm *form) {
  const Term *flips = optional_arg(item, form->flips);
  Component piece = {.kind = form->kind, .value = -1};
  piece.base_name = arena_text(kit->lower->arena, term_arg(item, C_ITEM_PIECE_STRING)->text);
  piece.flip_a = flips ? number(kit, term_arg(flips, C_FLIPS_INT), -1) : -1;
  piece.flip_b = flips ? number(kit, term_arg(flips, C_FLIPS_INT_2), -1) : -1;
  piece.max_state = number(kit, optional_arg(item, form->maxima), 0);
  piece.max_count = form->maxima ? number(kit, term_arg(item, form->maxima + 1), 0) : 0;
  piece.max_value = form->maxima ? number(kit, term_arg(item, form->maxima + 2), 0) : 0;
  piece.sides = lower_number(kit->lower, optional_arg(item, form->sides), tile_sides, -1);
  read_walks(kit->lower, &piece, optional_arg(item, form->walks));
  read_slots(kit, &piece, optional_arg(item, form->slots));
  read_paths(kit, &piece, optional_arg(item, form->paths));
  if (form->kind == COMPONENT_CARD) card_read(kit->lower, &piece, item);
  if (form->kind == COMPONENT_DIE)
    number_faces(kit, &piece, lower_number(kit->lower, term_arg(item, C_ITEM_PIECE_DIRECTION_FACING), die_faces, 6));
  if (form->kind == COMPONENT_DOMINO) {
    shape_domino(kit->lower, &piece, number(kit, term_arg(item, C_ITEM_PIECE_DIRECTION_FACING), 0),
                 number(kit, term_arg(item, C_ITEM_PIECE_FLIPS), 0));
  }
  return piece;
}

static void add_piece(Kit *kit, const Term *item, const PieceForm *form) {
  Lower *lower = kit->lower;
  Owners owners = piece_owners(lower, item);
  Component piece = read_piece(kit, item, form);
  const Term *role = term_arg(item, C_ITEM_PIECE_ROLE_TYPE);
  for (int p = owners.first; p <= owners.last; p++) {
    piece.owner = p;
    piece.name = piece_name(lower, piece.base_name, p);
    piece.role = !role && p > lower->game->players ? "Shared" : role_word(lower, role, p);
    piece.facing = facing_of(lower, optional_arg(item, form->facing), p);
    VEC_PUSH(&kit->components, piece);
  }
}

// (dominoes [upTo:int]): a full set.
static void add_dominoes(Kit *kit, const Term *item) {
  Lower *lower = kit->lower;
  int most = lower_number(lower, term_arg(item, C_DOMINOES_UP_TO), domino_top, 6);
  for (int a = 0; a <= most; a++) {
    for (int b = a; b <= most; b++) {
      Component domino = {.kind = COMPONENT_DOMINO, .owner = lower->game->players + 1, .role = "Shared", .facing = -1};
      domino.name = arena_printf(lower->arena, "Domino%d%d", a, b);
      domino.base_name = "Domino";
      domino.flip_a = domino.flip_b = -1;
      shape_domino(lower, &domino, a, b);
      VEC_PUSH(&kit->components, domino);
    }
  }
}

static void add_components(Kit *kit, const Term *items) {
  for (uint32_t i = 0; i < items->n; i++) {
    if (is_item(items->args[i], "dominoes")) add_dominoes(kit, items->args[i]);
  }
  for (uint32_t i = 0; i < items->n; i++) {
    const PieceForm *form = piece_form(items->args[i]);
    if (form) add_piece(kit, items->args[i], form);
  }
}

// Without any pieces in the equipment every player has a ball.
static void add_balls(Kit *kit) {
  Lower *lower = kit->lower;
  for (int p = 1; p <= lower->game->players; p++) {
    Component ball = {.kind = COMPONENT_PIECE, .owner = p, .value = -1, .flip_a = -1, .flip_b = -1};
    ball.base_name = arena_printf(lower->arena, "Ball%d", p);
    ball.name = piece_name(lower, ball.base_name, p);
    ball.role = role_word(lower, NULL, p);
    ball.facing = facing_of(lower, NULL, p);
    VEC_PUSH(&kit->components, ball);
  }
}

static void number_sites(Kit *kit) {
  Game *game = kit->lower->game;
  game->sites[SITE_CELL] = kit->containers.n > 1 ? (int)kit->next_site : game->sites[SITE_CELL];
  int most = MAX(MAX(game->sites[SITE_CELL], game->sites[SITE_VERTEX]), game->sites[SITE_EDGE]);
  uint8_t *container_of = ARENA_ARRAY(kit->lower->arena, uint8_t, MAX(most, 1));
  for (size_t c = 1; c < kit->containers.n; c++) {
    const Container *container = &kit->containers.at[c];
    for (int s = 0; s < container->n; s++) container_of[container->first + s] = (uint8_t)c;
  }
  game->container_of = container_of;
}

// A track goes over sites of the board and of hands.
static bool tracks_fit(Lower *lower) {
  const Game *game = lower->game;
  int most = MAX(game->sites[SITE_CELL], game->sites[game->site_type]);
  for (int t = 0; t < game->n_tracks; t++) {
    for (int i = 0; i < game->tracks[t].n; i++) {
      Site site = game->tracks[t].elems[i].site;
      if (site < most && site >= GAME_END) continue;
      diag_error(lower->diags, game->tracks[t].loc, "the track goes over site %d, which the board does not have", site);
      return false;
    }
  }
  return true;
}

bool lower_equipment(Lower *lower, const Term *equipment) {
  Kit kit = {.lower = lower};
  size_t errors = lower->diags->total;
  const Term *items = term_arg(equipment, C_EQUIPMENT_ITEM);
  VEC_PUSH(&kit.components, (Component){.name = "", .base_name = "", .facing = -1});
  bool ok = add_containers(&kit, items);
  if (ok) {
    add_components(&kit, items);
    if (kit.components.n == 1) add_balls(&kit);
    ok = errors == lower->diags->total &&
         lower_equipment_fits(lower, equipment, kit.next_site, kit.containers.n, kit.components.n);
  }
  if (ok) {
    number_sites(&kit);
    ok = tracks_fit(lower);
    Game *game = lower->game;
    game->containers = VEC_TO_ARENA(&kit.containers, lower->arena);
    game->n_containers = (int)kit.containers.n;
    game->components = VEC_TO_ARENA(&kit.components, lower->arena);
    game->n_components = (int)kit.components.n;
  }
  VEC_FREE(&kit.containers);
  VEC_FREE(&kit.components);
  return ok;
}

// ---- what needs the rules program ----------------------------------------------------------------

// The pieces of the items are the last components, in the order written.
static int first_piece(Lower *lower, const Term *items) {
  int n = 0;
  for (uint32_t i = 0; i < items->n; i++) {
    if (!piece_form(items->args[i])) continue;
    Owners owners = piece_owners(lower, items->args[i]);
    n += owners.last - owners.first + 1;
  }
  return lower->game->n_components - n;
}

static void lower_piece_moves(Lower *lower, const Term *items) {
  Component *components = (Component *)(uintptr_t)lower->game->components;
  int c = first_piece(lower, items);
  for (uint32_t i = 0; i < items->n; i++) {
    const Term *item = items->args[i];
    const PieceForm *form = piece_form(item);
    if (!form) continue;
    Ref moves = lower_moves(lower, term_arg(item, form->moves));
    Owners owners = piece_owners(lower, item);
    for (int p = owners.first; p <= owners.last; p++) components[c++].moves = moves;
  }
}

typedef VEC(GameRegion) RegionVec;

// A region may be named after a player the game does not have: nobody asks for it then. Each owns none.
static Player region_owner(Lower *lower, const Term *role) {
  int32_t player = 0;
  if (!role || term_is(role, "Each")) return 0;
  (void)builder_is_const(B, lower_role(lower, role), &player);
  return MAX(player, 0);
}

// The kind of site that a region names, or NULL.
static const Term *named_site_type(const Term *term) {
  for (uint32_t i = 0; term && term->kind == TERM_CALL && i < term->n; i++) {
    const Term *arg = term->args[i];
    if (arg && arg->kind == TERM_ENUM && !strcmp(arg->type, "siteType")) return arg;
  }
  return NULL;
}

// One entry per region given: connections ask for each of them.
static void add_region(Lower *lower, RegionVec *regions, const Term *item, int number) {
  const Term *name = term_arg(item, C_REGIONS_STRING), *what = term_arg(item, C_REGIONS_INT);
  GameRegion region = {.name = name ? arena_text(lower->arena, name->text) : NULL,
                       .owner = region_owner(lower, term_arg(item, C_REGIONS_ROLE_TYPE)),
                       .site_type = lower_type_unused(lower, named_site_type(term_arg(item, C_REGIONS_INT))),
                       .item = number};
  const Term *first = what->kind == TERM_ARRAY && what->n ? what->args[0] : what;
  if (first->kind == TERM_ENUM) return;  // words such as Rows are for puzzles, which read them themselves
  bool many = what->kind == TERM_ARRAY && first->kind == TERM_CALL && !strcmp(first->type, "sites");
  for (uint32_t i = 0; i < (many ? what->n : 1); i++) {
    region.region = lower_region(lower, many ? what->args[i] : what);
    region.sites = builder_region_const(B, region.region);
    VEC_PUSH(regions, region);
  }
}

static void lower_regions(Lower *lower, const Term *items) {
  RegionVec regions = {0};
  int number = 0;
  for (uint32_t i = 0; i < items->n; i++) {
    if (is_item(items->args[i], "regions")) add_region(lower, &regions, items->args[i], number++);
  }
  lower->game->regions = VEC_TO_ARENA(&regions, lower->arena);
  lower->game->n_regions = (int)regions.n;
  VEC_FREE(&regions);
}

// A key or value of a map: a number, a player, a piece, a coordinate or a landmark.
static int32_t map_number(Lower *lower, const Term *term) {
  const Topology *board = lower->game->board;
  SiteType type = lower->game->site_type;
  int32_t value = GAME_OFF;
  if (term->kind == TERM_STRING) {
    if (lower_find_components(lower, term->text, &value, 1)) return value;
    Site site = topo_find_label(board, type, term->text);
    return site >= 0 ? site : GAME_OFF;
  }
  if (term->kind == TERM_ENUM && str_ends(term->text, "ite")) {
    static const SiteGroup groups[] = {GROUP_BOTTOM, GROUP_CENTRE, GROUP_LEFT, GROUP_RIGHT, GROUP_TOP};
    static const char *const words[] = {"BottomSite", "CentreSite", "LeftSite", "RightSite", "Topsite"};
    if (term_is(term, "FirstSite")) return 0;
    if (term_is(term, "LastSite")) return topo_count(board, type) - 1;
    for (size_t i = 0; i < COUNT_OF(words); i++) {
      SiteList sites = topo_group(board, type, groups[i]);
      if (term_is(term, words[i]) && sites.n) return sites.at[0];
    }
    return GAME_OFF;
  }
  (void)builder_is_const(B, lower_int(lower, term), &value);
  return value;
}

// (map [string] {int} {int}) or (map [string] {pair})
static GameMap read_map(Lower *lower, const Term *item) {
  const Term *name = term_arg(item, C_MAP_STRING), *keys = term_arg(item, C_MAP_INT),
             *values = term_arg(item, C_MAP_INT_2);
  GameMap map = {.name = name ? arena_text(lower->arena, name->text) : NULL, .n = (int)keys->n};
  int32_t *from = ARENA_ARRAY(lower->arena, int32_t, MAX(keys->n, 1u));
  int32_t *to = ARENA_ARRAY(lower->arena, int32_t, MAX(keys->n, 1u));
  for (uint32_t i = 0; i < keys->n; i++) {
    from[i] = map_number(lower, values ? keys->args[i] : term_item(keys->args[i], 0));
    to[i] = values ? (i < values->n ? map_number(lower, values->args[i]) : GAME_OFF)
                   : map_number(lower, term_item(keys->args[i], 1));
  }
  map.from = from;
  map.to = to;
  return map;
}

static void lower_maps(Lower *lower, const Term *items) {
  VEC(GameMap) maps = {0};
  for (uint32_t i = 0; i < items->n; i++) {
    if (is_item(items->args[i], "map")) VEC_PUSH(&maps, read_map(lower, items->args[i]));
  }
  lower->game->maps = VEC_TO_ARENA(&maps, lower->arena);
  lower->game->n_maps = (int)maps.n;
  VEC_FREE(&maps);
}

void lower_equipment_rules(Lower *lower, const Term *equipment) {
  const Term *items = term_arg(equipment, C_EQUIPMENT_ITEM);
  lower_puzzle_equipment(lower, items);
  lower_maps(lower, items);
  lower_regions(lower, items);
  uint32_t flags = lower->flags;
  lower->piece_code[0] = lower->builder.code.n;
  lower_piece_moves(lower, items);
  lower->piece_code[1] = lower->builder.code.n;
  lower->piece_flags = lower->flags & ~flags;
  lower->flags = flags;
  lower->own_moves = NULL;
}
