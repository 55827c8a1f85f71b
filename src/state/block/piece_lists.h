// The order in which a player's pieces are named one by one: a kind has a list of its sites; a new piece goes to
// the end, the last takes the place of one that leaves. Only kept for kinds for which something depends on it.
#ifndef STATE_BLOCK_PIECE_LISTS_H
#define STATE_BLOCK_PIECE_LISTS_H

#include "state/run/run.h"

// Every kind has a list.
static inline bool piece_list_of_all(const Position *x) { return x->game->piece_order || x->game->piece_lists; }

// A site changed from one kind of piece to another (0: none).
void piece_list_follow(Position *x, SiteType type, int32_t site, int32_t before, int32_t after);

// More of a kind came to a site that had some: the list names it once more, unless it is getting full.
void piece_list_again(Position *x, SiteType type, int32_t site, int32_t what);

// A piece took the place of another of its kind: it is the last of the list.
void piece_list_renew(Position *x, SiteType type, int32_t site, int32_t what);

// Piece number i of a kind: its site, or -1 past the end.
int32_t piece_list_site(const Position *x, SiteType type, int32_t what, int32_t i);

// Whether the list of a kind names a site.
bool piece_list_has(const Position *x, SiteType type, int32_t what, int32_t site);

// Adds the sites listed for a kind, or for all kinds of a player.
void piece_list_kind_region(const Position *x, SiteType type, int32_t what, Word *out);
void piece_list_region(const Position *x, SiteType type, Player owner, Word *out);

#endif
