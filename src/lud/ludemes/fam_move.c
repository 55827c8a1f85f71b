// Decisions: the `move` forms, which offer the player moves to choose from. Their effects take place only
// when the move is played; the same words without `move` are effects, in the fam_effect files.
#include "lud/lower/cards.h"
#include "lud/lower/lower.h"
#include "lud/resolve/families.h"

static Ref lower_move_step(Lower *lower, const Term *term) { return lower_step_as(lower, term, 1, true); }

// (move Add [piece] to [count:int] [stack:boolean] [then])
static Ref lower_move_site(Lower *lower, const Term *term) {
  if (!term_is(term_arg(term, L_MOVE_SITE_MOVE_SITE_TYPE), "Add")) {
    return lower_then(lower, lower_claim_as(lower, term, 1, true), term_arg(term, L_MOVE_SITE_THEN));
  }
  return lower_add_as(lower, term, 1, true);
}

// (move Pass|PlayCard [then])
static Ref lower_move_simple(Lower *lower, const Term *term) {
  if (!term_is(term_arg(term, L_MOVE_SIMPLE_MOVE_SIMPLE_TYPE), "Pass")) {
    return lower_then(lower, lower_play_card(lower, term, true), term_arg(term, L_MOVE_SIMPLE_THEN));
  }
  if (lower->game->players == 1) lower->flags |= GAME_NOT_ALL_PASS;
  return lower_then(lower, EMIT(B, OP_PASS, 1), term_arg(term, L_MOVE_SIMPLE_THEN));
}

static Ref lower_move_slide(Lower *lower, const Term *term) { return lower_slide_as(lower, term, 1, true); }
static Ref lower_move_hop(Lower *lower, const Term *term) { return lower_hop_as(lower, term, 1, true); }
static Ref lower_move_leap(Lower *lower, const Term *term) { return lower_leap_as(lower, term, 1, true); }
static Ref lower_move_from_to(Lower *lower, const Term *term) { return lower_from_to_as(lower, term, 0, true); }
static Ref lower_move_select(Lower *lower, const Term *term) { return lower_select_as(lower, term, 1, true); }
static Ref lower_move_remove(Lower *lower, const Term *term) { return lower_remove_as(lower, term, 1, true); }

static Ref lower_move_shoot(Lower *lower, const Term *term) { return lower_shoot_as(lower, term, 1, true); }
static Ref lower_move_promote(Lower *lower, const Term *term) { return lower_promote_as(lower, term, 1, true); }
static Ref lower_move_swap_pieces(Lower *lower, const Term *term) { return lower_swap_pieces_as(lower, term, 1, true); }
static Ref lower_move_swap_players(Lower *lower, const Term *term) { return lower_swap_players_as(lower, term, 1); }
static Ref lower_move_rotation(Lower *lower, const Term *term) { return lower_rotation_as(lower, term, 1, true); }
static Ref lower_move_trump(Lower *lower, const Term *term) { return lower_trump_as(lower, term, 1, true); }
static Ref lower_move_next_player(Lower *lower, const Term *term) { return lower_next_player_as(lower, term, 1, true); }
static Ref lower_move_bet(Lower *lower, const Term *term) { return lower_bet_as(lower, term, 1); }

// (move Propose|Vote (string | {string}) [then])
static Ref lower_move_message(Lower *lower, const Term *term) {
  return lower_message_as(
      lower, term, 1, term_is(term_arg(term, L_MOVE_MESSAGE_MOVE_MESSAGE_TYPE), "Vote") ? ACT_VOTE : ACT_PROPOSE, true);
}

static const LudRow rows[] = {
    // Moving pieces.
    {"move", "moves", "Step [from] [direction] to [stack:boolean] [then]",
     "Offers moves of one piece to an adjacent site in the given directions.", lower_move_step},
    {"move", "moves", "Slide [from] [string] [direction] [between] [to] [stack:boolean] [then]",
     "Offers moves of one piece any distance along a line, or along the named track, over free sites.",
     lower_move_slide},
    {"move", "moves", "Hop [from] [direction] [between] to [stack:boolean] [then]",
     "Offers jumps of one piece over others to a site beyond them in line.", lower_move_hop},
    {"move", "moves", "Leap [from] {{stepType}} [forward:boolean] [rotations:boolean] to [then]",
     "Offers moves of one piece to where a walk of forward steps and turns ends, as a knight moves.", lower_move_leap},
    {"move", "moves", "from to [count:int] [copy:boolean] [stack:boolean] [roleType] [then]",
     "Offers moves of a piece from any site of one region to any site of another.", lower_move_from_to},
    {"move", "moves", "Shoot piece [from] [absoluteDirection] [between] [to] [then]",
     "Offers placing a new piece at the end of a line of free sites from where a piece stands.", lower_move_shoot},
    {"move", "moves", "Swap Pieces [int] [int] [then]", "Offers the exchange of the pieces on two sites.",
     lower_move_swap_pieces},
    {"move", "moves", "Swap Players (int | roleType) (int | roleType) [then]",
     "Offers the exchange of the sides of two players.", lower_move_swap_players},

    // Placing, removing and changing pieces.
    {"move", "moves", "moveSiteType [piece] to [count:int] [stack:boolean] [then]",
     "Offers adding a piece to sites, or claiming sites, of a region.", lower_move_site},
    {"move", "moves", "Remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [then]",
     "Offers taking a piece off one of the sites.", lower_move_remove},
    {"move", "moves", "Promote [siteType] [int] piece [player | roleType] [then]",
     "Offers turning a piece on the board into one of the named pieces.", lower_move_promote},
    {"move", "moves", "Set Rotation [to] [{int} | int] [previous:boolean] [next:boolean] [then]",
     "Offers turning a piece to one of the given rotations, or to the next or previous one.", lower_move_rotation},

    // Choices that move nothing.
    {"move", "moves", "Select from [to] [roleType] [then]",
     "Offers choosing a site, or a pair of sites, and nothing more.", lower_move_select},
    {"move", "moves", "Set TrumpSuit (int | intsDifference) [then]", "Offers choosing the trump suit.",
     lower_move_trump},
    {"move", "moves", "Set NextPlayer (player | ints) [then]", "Offers choosing who moves next.",
     lower_move_next_player},
    {"move", "moves", "Bet (player | roleType) range [then]", "Offers a player bets of every amount in a range.",
     lower_move_bet},
    {"move", "moves", "moveMessageType (string | {string}) [then]",
     "Offers proposing, or voting on, one of the named questions.", lower_move_message},
    {"move", "moves", "moveSimpleType [then]", "Offers a pass, or the playing of a card from the hand.",
     lower_move_simple},
};

const LudFamily fam_move = {"decisions", rows, COUNT_OF(rows)};
