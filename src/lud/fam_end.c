// End rules: when the game is over and who has won.
#include "lud/families.h"

static const LudRow rows[] = {
    {"end", "end", "(endRule | {endRule})",
     "The rules that are tried after every move to see whether the game is over."},
    {"if", "endIf", "boolean [endIf | {endIf}] [result]",
     "When the condition holds, the game ends with this result, or with that of the inner rules."},
    {"forEach", "endRule", "[roleType | Track] if:boolean result",
     "Tries the condition for every player meant (or every track) and gives each the result."},
    {"result", "result", "roleType resultType", "The player named wins, loses or draws."},
    {"byScore", "result", "[{endScore}] [misere:boolean]",
     "Players are ranked by their scores, which can be set here first; the lowest wins in a misere game."},
    {"score", "endScore", "roleType int", "The final score of a player."},
    {"payoffs", "result", "{payoff}", "Every player gets a payoff; the higher the better."},
    {"payoff", "payoff", "roleType float", "The payoff of one player."},
};

const LudFamily fam_end = {"end", rows, COUNT_OF(rows)};
