// Groups of sites: one search serves every rule about them.
#include "state/block/piece_lists.h"
#include "state/block/stack_piece_list.h"
#include "state/rare/visible.h"
#include "state/run/op_functions.h"
#include "state/run/site_test.h"

enum { ANY = -1 };

typedef struct Group {
  SiteType type;
  int32_t dirs;         // a Ref
  Check check;          // of TO
  int32_t owner, what;  // what members must be, or ANY
  bool visible;         // only what is seen from above counts
  const Word *members;  // where all that is asked holds, if it is known of all sites, or NULL
  Word *inside;
  Site *list;  // the same, in the order found
  int n;
} Group;

static Group group_make(Position *x, SiteType type, int32_t dirs, int32_t cond) {
  Group group = {.type = type, .dirs = dirs, .owner = ANY, .what = ANY};
  group.check = check_begin(x, cond, SLOT_TO);
  group.inside = position_region(x);
  group.list = position_scratch(x, (size_t)MAX(topo_count(x->game->board, type), 1) * sizeof *group.list);
  return group;
}

static bool is_member(Position *x, const Group *group, Site site) {
  if (group->members) return bit_get(group->members, site);
  if (group->owner != ANY && site_who(x, group->type, site, -1) != group->owner) return false;
  if (group->what != ANY && site_what(x, group->type, site, -1) != group->what) return false;
  return check_site(x, &group->check, site);
}

// Pieces on the site, or on two above both, hide that one hangs on the other.
static bool is_hidden(Position *x, const Group *group, Site from, Site site) {
  return group->visible &&
         (site_covered(x, group->type, site) || sites_above_both(x, group->type, from, site, true) >= 2);
}

static inline void group_add(Group *group, Site site) {
  bit_set(group->inside, site);
  group->list[group->n++] = site;
}

// The members next to a site.
static inline void add_members(Group *group, SiteList near) {
  for (int s = 0; s < near.n; s++) {
    int w = near.at[s] / WORD_BITS;
    if ((group->members[w] & ~group->inside[w]) >> (near.at[s] % WORD_BITS) & 1) group_add(group, near.at[s]);
  }
}

static void add_if_member(Position *x, Group *group, Site from, SiteList near) {
  for (int s = 0; s < near.n; s++) {
    if (bit_get(group->inside, near.at[s]) || is_hidden(x, group, from, near.at[s])) continue;
    if (is_member(x, group, near.at[s])) group_add(group, near.at[s]);
  }
}

// The group around a site that is a member.
static void group_grow(Position *x, Group *group, Site start) {
  ScratchMark scratch = position_mark(x);
  bits_zero(group->inside, x->words);
  group->n = 0;
  group_add(group, start);
  bool fixed = position_ins(x, group->dirs)->op == OP_DIRS_CONST;
  Dirs dirs = dirs_seen_from(x, group->dirs, start);
  bool known = group->members && !group->visible;
  for (int i = 0; i < group->n; i++) {
    ScratchMark inner = position_mark(x);
    if (!fixed) dirs = dirs_seen_from(x, group->dirs, group->list[i]);
    for (int d = 0; d < dirs.n; d++) {
      SiteList near = topo_step_list(x->game->board, group->type, group->list[i], (Dir)dirs.at[d]);
      if (known) add_members(group, near);
      else add_if_member(x, group, group->list[i], near);
    }
    position_release(x, inner);
  }
  position_work(x, (uint32_t)group->n);
  position_release(x, scratch);
}

// ---- groups of given sites -----------------------------------------------------------------------

const Word *op_GROUP(Position *x, const Ins *in) {
  Word *all = position_region(x);
  ScratchMark scratch = position_mark(x);
  SiteType type = x_type(x, in->a[A_GROUP_TYPE]);
  int32_t from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO];
  const Word *starts = x_region(x, in->a[A_GROUP_FROM]);
  Group group = group_make(x, type, in->a[A_GROUP_DIRS], in->a[A_GROUP_IF]);
  group.visible = x_int_or(x, in->a[A_GROUP_VISIBLE], 0);
  FOR_BITS(site, starts, x->words) {
    if (site >= topo_count(x->game->board, type)) continue;
    group.what = in->a[A_GROUP_IF] ? ANY : site_what(x, type, site, -1);
    x->slots[SLOT_FROM] = from;
    if (!is_member(x, &group, site)) continue;
    x->slots[SLOT_FROM] = site;
    group_grow(x, &group, site);
    bits_or(all, group.inside, x->words);
  }
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
  return all;
}

int32_t op_LIBERTIES(Position *x, const Ins *in) {
  SiteType type = x_type(x, in->a[A_LIBERTIES_TYPE]);
  int32_t at = x_int(x, in->a[A_LIBERTIES_AT]), from = x->slots[SLOT_FROM], to = x->slots[SLOT_TO], n = 0;
  if (at < 0 || at >= topo_count(x->game->board, type)) return 0;
  ScratchMark scratch = position_mark(x);
  Group group = group_make(x, type, in->a[A_LIBERTIES_DIRS], in->a[A_LIBERTIES_IF]);
  Word *free_sites = position_region(x);
  group.what = site_what(x, type, at, -1);
  if (is_member(x, &group, at)) {
    x->slots[SLOT_FROM] = at;
    group_grow(x, &group, at);
    Dirs dirs = dirs_seen_from(x, group.dirs, at);
    for (int i = 0; i < group.n; i++) {
      for (int d = 0; d < dirs.n; d++) {
        SiteList near = topo_step_list(x->game->board, type, group.list[i], (Dir)dirs.at[d]);
        for (int s = 0; s < near.n; s++) {
          if (site_what(x, type, near.at[s], -1) == 0) bit_set(free_sites, near.at[s]);
        }
      }
    }
    bits_andnot(free_sites, group.inside, x->words);
    n = bits_count(free_sites, x->words);
  }
  x->slots[SLOT_FROM] = from;
  x->slots[SLOT_TO] = to;
  position_release(x, scratch);
  return n;
}

// ---- all groups ----------------------------------------------------------------------------------

// A walk over the groups that begin at some sites, each group once.
typedef struct GroupWalk {
  Group group;
  const Word *starts;
  Word *left;  // the same as `starts` where these are struck out once they are in a group, or NULL
  Word *seen;
  int32_t from, to;  // slots before the walk
  int next;
  Ints order;  // the starts in the order of the pieces, where that counts
} GroupWalk;

typedef struct Starts {
  SiteType type;
  const Word *meant;
  int32_t *sites;
  int n, most;
} Starts;

static void start_at(Starts *starts, int32_t site) {
  if (starts->n < starts->most && bit_get(starts->meant, site)) starts->sites[starts->n++] = site;
}

static void starts_of_kind(const Position *x, Starts *starts, int what) {
  if (!x->layout->stack_list) {
    for (int32_t i = 0, site; (site = piece_list_site(x, starts->type, what, i)) >= 0; i++) start_at(starts, site);
    return;
  }
  for (int32_t i = stack_list_find(x, what, 0, 1); i >= 0; i = stack_list_find(x, what, i + 1, 1)) {
    start_at(starts, stack_list_entry(x, i).site);
  }
}

Ints sites_by_piece(Position *x, SiteType type, const Word *meant, uint32_t owners) {
  Starts starts = {.type = type, .meant = meant};
  starts.most = x->layout->stack_list ? stack_list_count(x) : (int)SITE_LAYOUT(x, type)->order_size;
  starts.sites = position_scratch(x, (size_t)MAX(starts.most, 1) * sizeof *starts.sites);
  for (Player p = 0; p <= x->game->players + 1; p++) {
    for (int c = 1; c < x->game->n_components && (owners >> p & 1); c++) {
      if (x->game->components[c].owner == p) starts_of_kind(x, &starts, c);
    }
  }
  return (Ints){starts.sites, starts.n};
}

static_assert(A_GROUP_SIZES_TYPE == A_FOR_GROUPS_TYPE && A_GROUP_SIZES_STARTS == A_FOR_GROUPS_STARTS &&
                  A_GROUP_SIZES_DIRS == A_FOR_GROUPS_DIRS && A_GROUP_SIZES_IF == A_FOR_GROUPS_IF &&
                  A_GROUP_SIZES_OWNER == A_FOR_GROUPS_OWNER,
              "walk_begin serves both");
static_assert(A_ALL_GROUPS_TYPE == A_FOR_GROUPS_TYPE && A_ALL_GROUPS_STARTS == A_FOR_GROUPS_STARTS &&
                  A_ALL_GROUPS_DIRS == A_FOR_GROUPS_DIRS && A_ALL_GROUPS_OF == A_FOR_GROUPS_IF &&
                  A_ALL_GROUPS_OWNER == A_FOR_GROUPS_OWNER,
              "walk_begin serves both");

// Every site is asked, some of them several times: where the condition holds is found out once, unless that depends on
// where a group begins. Groups then begin there only.
static void find_members(Position *x, GroupWalk *walk) {
  const Check *check = &walk->group.check;
  int sites = topo_count(x->game->board, walk->group.type);
  uint32_t changing = 1u << SLOT_FROM | PART_CHANCE | PART_TRIES;
  bool fixed = walk->group.owner == ANY && !(x->plan->needs[check->cond] & changing);
  if (!fixed || !check->test || sites > (int)check->n) return;
  Word *all = position_region(x), *members = position_region(x);
  bits_fill(all, sites);
  site_test_select(x, check->test, all, members);
  bits_and(all, members, x->words);
  bits_and(all, walk->starts, x->words);
  walk->group.members = members;
  walk->starts = walk->left = all;
}

// Groups are begun in the order of the pieces of the players in a mask; with an empty mask by site.
static GroupWalk walk_begin(Position *x, const Ins *in, uint32_t listed) {
  GroupWalk walk = {.from = x->slots[SLOT_FROM], .to = x->slots[SLOT_TO]};
  walk.starts = x_region(x, in->a[A_FOR_GROUPS_STARTS]);
  walk.group = group_make(x, x_type(x, in->a[A_FOR_GROUPS_TYPE]), in->a[A_FOR_GROUPS_DIRS], in->a[A_FOR_GROUPS_IF]);
  walk.group.owner = x_int_or(x, in->a[A_FOR_GROUPS_OWNER], ANY);
  walk.seen = position_region(x);
  find_members(x, &walk);
  bool kept = piece_list_of_all(x) && (x->layout->stack_list || SITE_LAYOUT(x, walk.group.type)->order);
  if (listed && kept) walk.order = sites_by_piece(x, walk.group.type, walk.starts, listed);
  return walk;
}

// The next site a group may begin with, or -1.
static int next_start(const Position *x, GroupWalk *walk) {
  if (walk->order.at) return walk->next < walk->order.n ? walk->order.at[walk->next++] : -1;
  int site = bits_next(walk->starts, x->words, walk->next);
  walk->next = site + 1;
  return site;
}

static bool walk_next(Position *x, GroupWalk *walk) {
  int sites = topo_count(x->game->board, walk->group.type);
  for (;;) {
    int site = next_start(x, walk);
    if (site < 0) return false;
    if (site >= sites || bit_get(walk->seen, site)) continue;
    if (walk->group.visible && site_covered(x, walk->group.type, site)) continue;
    x->slots[SLOT_FROM] = site;
    if (!is_member(x, &walk->group, site)) continue;
    group_grow(x, &walk->group, site);
    bits_or(walk->seen, walk->group.inside, x->words);
    if (walk->left) bits_andnot(walk->left, walk->group.inside, x->words);
    return true;
  }
}

static void walk_end(Position *x, const GroupWalk *walk) {
  x->slots[SLOT_FROM] = walk->from;
  x->slots[SLOT_TO] = walk->to;
}

Ints op_GROUP_SIZES(Position *x, const Ins *in) {
  int32_t min = x_int_or(x, in->a[A_GROUP_SIZES_MIN], 0), n = 0;
  int32_t *sizes = position_scratch(
      x, (size_t)MAX(topo_count(x->game->board, x_type(x, in->a[A_GROUP_SIZES_TYPE])), 1) * sizeof *sizes);
  ScratchMark scratch = position_mark(x);
  GroupWalk walk = walk_begin(x, in, (uint32_t)x_int_or(x, in->a[A_GROUP_SIZES_LISTED], 0));
  walk.group.visible = x_int_or(x, in->a[A_GROUP_SIZES_VISIBLE], 0);
  while (walk_next(x, &walk)) {
    if (walk.group.n >= min) sizes[n++] = walk.group.n;
  }
  walk_end(x, &walk);
  position_release(x, scratch);
  return (Ints){sizes, n};
}

int32_t op_ALL_GROUPS(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  const Word *outer = x->region_slot;
  GroupWalk walk = walk_begin(x, in, x->depth > 0 ? UINT32_MAX : 0);
  bool all = true;
  while (all && walk_next(x, &walk)) {
    x->region_slot = walk.group.inside;
    all = x_int(x, in->a[A_ALL_GROUPS_IF]) != 0;
    x->region_slot = outer;
  }
  walk_end(x, &walk);
  position_release(x, scratch);
  return all;
}

void op_FOR_GROUPS(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  const Word *outer = x->region_slot;
  GroupWalk walk = walk_begin(x, in, x->depth > 0 ? UINT32_MAX : 0);
  while (!x->fault && walk_next(x, &walk)) {
    x->region_slot = walk.group.inside;
    x_moves(x, in->a[A_FOR_GROUPS_BODY]);
    x->region_slot = outer;
  }
  walk_end(x, &walk);
  position_release(x, scratch);
}

const Word *op_REGION_SLOT(Position *x, const Ins *in) {
  return (void)in, x->region_slot ? x->region_slot : position_region(x);
}

// ---- territory -----------------------------------------------------------------------------------

typedef struct Area {
  SiteType type;
  Dir dir;
  uint32_t players;
  Word *seen;
  Site *list;
  int n;
} Area;

// The empty area around a site; false when it touches pieces of others.
static bool area_is_theirs(Position *x, Area *area, Site start) {
  bool theirs = true;
  area->n = 0;
  bit_set(area->seen, start);
  area->list[area->n++] = start;
  for (int i = 0; i < area->n; i++) {
    SiteList near = area->type == SITE_EDGE
                        ? topo_neighbours(x->game->board, area->type, RELATION_ADJACENT, area->list[i])
                        : topo_step_list(x->game->board, area->type, area->list[i], area->dir);
    for (int s = 0; s < near.n; s++) {
      if (!site_empty(x, area->type, near.at[s])) {
        theirs &= area->players >> site_who(x, area->type, near.at[s], -1) & 1;
      } else if (!bit_get(area->seen, near.at[s])) {
        bit_set(area->seen, near.at[s]);
        area->list[area->n++] = near.at[s];
      }
    }
  }
  return theirs;
}

int32_t op_TERRITORY(Position *x, const Ins *in) {
  ScratchMark scratch = position_mark(x);
  Area area = {.type = x_type(x, in->a[A_TERRITORY_TYPE]),
               .players = (uint32_t)x_int(x, in->a[A_TERRITORY_PLAYERS]),
               .dir = (Dir)in->a[A_TERRITORY_DIR]};
  int sites = topo_count(x->game->board, area.type);
  int32_t size = 0;
  area.seen = position_region(x);
  area.list = position_scratch(x, (size_t)MAX(sites, 1) * sizeof *area.list);
  for (Site site = 0; site < sites; site++) {
    if (bit_get(area.seen, site) || !site_empty(x, area.type, site)) continue;
    if (area_is_theirs(x, &area, site)) size += area.n;
  }
  position_release(x, scratch);
  return size;
}
