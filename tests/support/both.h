// A game in which all players move at once: both put a stone, each on its own row; three in a row win.
#ifndef SUPPORT_BOTH_H
#define SUPPORT_BOTH_H

static const char both_text[] =
    "(game \"Both\" (players 2) (mode Simultaneous)\n"
    "  (equipment {(board (rectangle 2 4)) (hand Each) (piece \"Stone\" Each)})\n"
    "  (rules (start {(place \"Stone1\" (handSite P1) count:4) (place \"Stone2\" (handSite P2) count:4)})\n"
    "    (play (or\n"
    "      (move (from (handSite P1)) (to (intersection (sites Empty) (sites Bottom))) P1)\n"
    "      (move (from (handSite P2)) (to (intersection (sites Empty) (sites Top))) P2)))\n"
    "    (end (if (is Line 3) (result Mover Win)))))\n";

#endif
