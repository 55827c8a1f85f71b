// The order in which a player's pieces are named one by one: a kind has a list of its sites; a new piece goes to
// the end, the last takes the place of one that leaves. Only kept for kinds for which something depends on it.
#ifndef STATE_ORDER_H
#define STATE_ORDER_H

#include "state/exec.h"

// Every kind has a list.
static inline bool order_of_all(const Exec *x) { return x->game->piece_order || x->game->piece_lists; }

// A site changed from one kind of piece to another (0: none).
void order_follow(Exec *x, SiteType type, int32_t site, int32_t before, int32_t after);

// More of a kind came to a site that had some: the list names it once more.
void order_again(Exec *x, SiteType type, int32_t site, int32_t what);

// A piece took the place of another of its kind: it is the last of the list.
void order_renew(Exec *x, SiteType type, int32_t site, int32_t what);

// Piece number i of a kind: its site, or -1 past the end.
int32_t order_site(const Exec *x, SiteType type, int32_t what, int32_t i);

// Adds the sites listed for a kind, or for all kinds of a player.
void order_kind_region(const Exec *x, SiteType type, int32_t what, Word *out);
void order_region(const Exec *x, SiteType type, Player owner, Word *out);

#endif
