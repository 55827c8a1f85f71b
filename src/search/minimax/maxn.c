// Depth-first search for any number of players. Max^n (Luckhardt and Irani 1986): everyone maximises its own
// share. BRS+ (Schadd and Winands 2011, Esser et al. 2013): between two moves of ours only one opponent looks
// for the reply that is worst for us; the others make the move that looks best to themselves.
#include "search/minimax/deepen.h"

static bool ends_here(const ForwardModel *model, int depth) {
  return depth <= 0 || forward_over(model) || forward_fault(model);
}

// The moves in the order in which they are tried.
static ForwardList list_moves(ForwardModel *model) {
  ForwardList list = forward_moves(model);
  forward_sort(model, &list);
  return list;
}

static void make(ForwardModel *model, ForwardList list, uint32_t i) {
  forward_apply(model, list, forward_nth(model, list, i));
}

// ---- Max^n ---------------------------------------------------------------------------------------

static void maxn(Deepen *deepen, int depth, double *best) {
  ForwardModel *model = &deepen->model;
  if (!deepen_visit(deepen)) return;
  if (ends_here(model, depth)) {
    deepen_leaf(deepen, best);
    return;
  }
  int seat = forward_seat(model);
  double share[GAME_PLAYERS_MAX + 1];
  size_t size = sizeof(double) * (size_t)(deepen->game->players + 1);
  ForwardList list = list_moves(model);
  bool listed = !forward_fault(model);  // the rules go on, and there are not more moves than can be listed
  if (!listed) deepen_leaf(deepen, best);
  for (uint32_t i = 0; listed && i < list.n && !deepen->stopped; i++) {
    make(model, list, i);
    memset(share, 0, size);
    maxn(deepen, depth - 1, share);
    forward_undo(model);
    if (i == 0 || share[seat] > best[seat]) memcpy(best, share, size);
  }
  forward_forget(model, list);
}

static double maxn_value(Deepen *deepen, int depth, double alpha) {
  (void)alpha;
  double best[GAME_PLAYERS_MAX + 1] = {0};
  maxn(deepen, depth, best);
  return best[deepen->seat];
}

// ---- BRS+ ----------------------------------------------------------------------------------------

// The move that looks best to the seat that makes it, one move ahead.
static uint32_t natural_move(Deepen *deepen, ForwardList list, int seat) {
  uint32_t best = 0;
  double most = -2, utilities[GAME_PLAYERS_MAX + 1];
  for (uint32_t i = 0; list.n > 1 && i < list.n && deepen_visit(deepen); i++) {
    make(&deepen->model, list, i);
    deepen_leaf(deepen, utilities);
    forward_undo(&deepen->model);
    if (utilities[seat] <= most) continue;
    most = utilities[seat];
    best = i;
  }
  return best;
}

static double brs(Deepen *deepen, int depth, double alpha, double beta, bool replied);

static double brs_after(Deepen *deepen, ForwardList list, uint32_t i, int depth, double alpha, double beta,
                        bool replied) {
  make(&deepen->model, list, i);
  double value = brs(deepen, depth, alpha, beta, replied);
  forward_undo(&deepen->model);
  return value;
}

static double our_best(Deepen *deepen, ForwardList list, int depth, double alpha, double beta) {
  double best = -2;
  for (uint32_t i = 0; i < list.n && best < beta && !deepen->stopped; i++) {
    double value = brs_after(deepen, list, i, depth - 1, MAX(alpha, best), beta, false);
    best = MAX(best, value);
  }
  return best;
}

// An opponent who may reply tries everything; it may also leave the reply to one who comes later.
static double their_best(Deepen *deepen, ForwardList list, int depth, double alpha, double beta, bool replied) {
  int seat = forward_seat(&deepen->model);
  bool several = deepen->game->players > 2;
  double best = 2;
  if (replied || several) {
    uint32_t natural = natural_move(deepen, list, seat);
    best = brs_after(deepen, list, natural, depth - 1, alpha, beta, replied);
  }
  for (uint32_t i = 0; !replied && i < list.n && best > alpha && !deepen->stopped; i++) {
    double value = brs_after(deepen, list, i, depth - 1, alpha, MIN(beta, best), true);
    best = MIN(best, value);
  }
  return best;
}

static double leaf_value(Deepen *deepen) {
  double utilities[GAME_PLAYERS_MAX + 1];
  deepen_leaf(deepen, utilities);
  return utilities[deepen->seat];
}

static double brs(Deepen *deepen, int depth, double alpha, double beta, bool replied) {
  ForwardModel *model = &deepen->model;
  double value;
  if (!deepen_visit(deepen)) return 0;
  if (ends_here(model, depth)) return leaf_value(deepen);
  ForwardList list = list_moves(model);
  bool ours = forward_seat(model) == deepen->seat;
  if (forward_fault(model)) value = leaf_value(deepen);  // the rules stop, or there are more moves than can be listed
  else if (ours) value = our_best(deepen, list, depth, alpha, beta);
  else value = their_best(deepen, list, depth, alpha, beta, replied);
  forward_forget(model, list);
  return value;
}

static double brs_value(Deepen *deepen, int depth, double alpha) { return brs(deepen, depth, alpha, 2, false); }

// ---- rows ----------------------------------------------------------------------------------------

static void *open_deepen(const AgentSetting *setting, const void *options) {
  Deepen *deepen = mem_alloc_zero(sizeof *deepen);
  deepen_open(deepen, setting, options);
  return deepen;
}

static void close_deepen(void *self) {
  deepen_close(self);
  mem_free(self);
}

static uint32_t choose_maxn(void *self, const Position *x, int seat, SearchReport *report) {
  return deepen_choose(self, x, seat, maxn_value, report);
}

static uint32_t choose_brs(void *self, const Position *x, int seat, SearchReport *report) {
  return deepen_choose(self, x, seat, brs_value, report);
}

static const SearchOption maxn_options[] = {
    DEEPEN_OPTIONS,
    {"native", OPTION_SWITCH, offsetof(DeepenOptions, native), 0, 0, "yes", NULL, NATIVE_DOC},
    {0},
};

const AgentKind agent_maxn = {
    .name = "maxn",
    .doc = "Max^n with iterative deepening for any number of players, judging by heuristics.",
    .options = maxn_options,
    .size = sizeof(DeepenOptions),
    .refuse = deepen_refuse,
    .unsuited = deepen_unsuited,
    .open = open_deepen,
    .choose = choose_maxn,
    .close = close_deepen,
};

const AgentKind agent_brs = {
    .name = "brs",
    .doc = "BRS+ with iterative deepening for any number of players, judging by heuristics.",
    .options = maxn_options,
    .size = sizeof(DeepenOptions),
    .refuse = deepen_refuse,
    .unsuited = deepen_unsuited,
    .open = open_deepen,
    .choose = choose_brs,
    .close = close_deepen,
};
