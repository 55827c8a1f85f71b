// The drawings, one row each: names it is for, the drawing. DETAIL marks lines, FILLED areas in the colour of details
// (art_write puts the colours there); the group around a drawing sets fill and stroke for everything else.
#include "play/show/piece_art.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#define DETAIL "class=\"d\" "
#define FILLED "class=\"f\" "
#define BASE "<rect x=\"-26\" y=\"24\" width=\"52\" height=\"13\" rx=\"4\"/>"
#define EYES "<g " FILLED "><circle cx=\"-10\" cy=\"-4\" r=\"4\"/><circle cx=\"10\" cy=\"-4\" r=\"4\"/></g>"
#define WEDGE "<path d=\"M0 -44 L23 -32 L33 40 L-33 40 L-23 -32 Z\"/>"
#define MARKS(path) WEDGE "<path " DETAIL "fill=\"none\" stroke-width=\"6\" stroke-linecap=\"round\" d=\"" path "\"/>"
#define COIN(path) "<circle r=\"38\"/><circle r=\"31\" fill=\"none\" stroke-width=\"1.5\"/>" path
#define LINES(path) "<path " DETAIL "fill=\"none\" stroke-width=\"4\" stroke-linecap=\"round\" d=\"" path "\"/>"
#define FORM(path) "<path " FILLED " d=\"" path "\"/>"

// Marks on the wedges of Shogi: where the piece steps (dots) and slides (lines). Points of the 3 x 3 field around it.
#define N_ "M0 -14 l0 0.1 "
#define NE_ "M15 -14 l0 0.1 "
#define NW_ "M-15 -14 l0 0.1 "
#define E_ "M17 3 l0 0.1 "
#define W_ "M-17 3 l0 0.1 "
#define S_ "M0 22 l0 0.1 "
#define SE_ "M17 22 l0 0.1 "
#define SW_ "M-17 22 l0 0.1 "
#define RN_ "M0 -4 L0 -24 "
#define RE_ "M8 3 L22 3 "
#define RW_ "M-8 3 L-22 3 "
#define RS_ "M0 11 L0 30 "
#define RNE_ "M7 -4 L17 -19 "
#define RNW_ "M-7 -4 L-17 -19 "
#define RSE_ "M8 11 L20 28 "
#define RSW_ "M-8 11 L-20 28 "
#define MID_ "M-3 3 L3 3 "

typedef struct ArtRow {
  const char *names;  // lower case, separated by blanks
  const char *drawing;
} ArtRow;

static const ArtRow chess[] = {
    {"pawn soldier", "<circle cy=\"-20\" r=\"14\"/><path d=\"M-11 -8 L11 -8 L18 24 L-18 24 Z\"/>" BASE},
    {"rook tower castle",
     "<path d=\"M-25 -36 h11 v8 h9 v-8 h10 v8 h9 v-8 h11 v16 l-8 9 l3 35 h-40 l3 -35 l-8 -9 Z\"/>" BASE},
    {"knight horse horses ma nightrider",
     "<path d=\"M-18 24 C-18 2 -3 -1 -3 -11 C-9 -7 -14 -3 -20 -3 C-27 -5 -27 -11 -22 -16 C-15 -22 -12 -31 -4 -36 L-1 "
     "-45 L7 -35 C21 -29 25 -8 20 24 Z\"/><circle " FILLED " cx=\"-7\" cy=\"-21\" r=\"3\"/>" BASE},
    {"bishop",
     "<circle cy=\"-41\" r=\"5\"/><path d=\"M0 -37 C19 -23 19 -6 9 4 L15 24 L-15 24 L-9 4 C-19 -6 -19 -23 0 "
     "-37 Z\"/>" LINES("M0 -29 L0 -11 M-8 -20 L8 -20") BASE},
    {"queen ferz chancellor minister vizier",
     "<path d=\"M-29 -25 L-15 2 L-11 -34 L0 0 L11 -34 L15 2 L29 -25 L21 24 L-21 24 Z\"/><g><circle cx=\"-29\" "
     "cy=\"-27\" r=\"4.5\"/><circle cx=\"-11\" cy=\"-37\" r=\"4.5\"/><circle cx=\"11\" cy=\"-37\" r=\"4.5\"/><circle "
     "cx=\"29\" cy=\"-27\" r=\"4.5\"/></g>" BASE},
    {"king prince jarl dux commander shah",
     "<path fill=\"none\" stroke-width=\"5\" d=\"M0 -22 L0 -46 M-8 -38 L8 -38\"/><path d=\"M-28 -8 C-28 -27 -4 -26 0 "
     "-8 "
     "C4 -26 28 -27 28 -8 C28 4 19 10 19 24 L-19 24 C-19 10 -28 4 -28 -8 Z\"/>" BASE},
    {"amazon empress princess",
     "<path d=\"M-29 -18 L-15 6 L-11 -26 L0 4 L11 -26 L15 6 L29 -18 L21 24 L-21 24 Z\"/><path d=\"M0 -47 L4 -38 L13 "
     "-38 "
     "L6 -32 L9 -23 L0 -28 L-9 -23 L-6 -32 L-13 -38 L-4 -38 Z\"/>" BASE},
    {0},
};

static const ArtRow draughts[] = {
    {"counter man checker checkers draughtsman",
     "<circle r=\"38\"/><circle r=\"29\" fill=\"none\" " DETAIL "/><circle r=\"19\" fill=\"none\" " DETAIL "/>"},
    {"doublecounter discdouble doubledisc officer draughtsking",
     "<circle cy=\"6\" r=\"36\"/><circle cy=\"-5\" r=\"36\"/><path " FILLED
     " d=\"M-20 -16 L-10 -6 L0 -22 L10 -6 L20 -16 L15 12 L-15 12 Z\"/>"},
    {0},
};

static const ArtRow stones[] = {
    {"stone disc marker ball blob pebble token go dux bead piece",
     "<circle r=\"38\"/><path fill=\"none\" " DETAIL
     "stroke-width=\"2.5\" stroke-opacity=\"0.45\" d=\"M-27 -8 A29 29 0 0 1 8 "
     "-27\"/>"},
    {"seed bean nut", "<ellipse rx=\"15\" ry=\"18\" transform=\"rotate(25)\"/>"},
    {"dot", "<circle r=\"16\"/>"},
    {"ring nought",
     "<path fill-rule=\"evenodd\" d=\"M-36 0 A36 36 0 1 1 36 0 A36 36 0 1 1 -36 0 Z M-20 0 A20 20 0 1 0 20 0 A20 "
     "20 0 1 0 -20 0 Z\"/>"},
    {"cross x",
     "<path d=\"M-34 -24 L-24 -34 L0 -10 L24 -34 L34 -24 L10 0 L34 24 L24 34 L0 10 L-24 34 L-34 24 L-10 0 Z\"/>"},
    {"square box cube tile", "<rect x=\"-32\" y=\"-32\" width=\"64\" height=\"64\" rx=\"4\"/>"},
    {"triangle pyramid cone", "<path d=\"M0 -36 L36 30 L-36 30 Z\"/>"},
    {"hex hexagon hextile", "<path d=\"M0 -40 L35 -20 L35 20 L0 40 L-35 20 L-35 -20 Z\"/>"},
    {"star", "<path d=\"M0 -40 L10 -13 L38 -12 L16 5 L24 33 L0 17 L-24 33 L-16 5 L-38 -12 L-10 -13 Z\"/>"},
    {"diamond rhombus", "<path d=\"M0 -40 L32 0 L0 40 L-32 0 Z\"/>"},
    {"stick wall", "<rect x=\"-38\" y=\"-7\" width=\"76\" height=\"14\" rx=\"6\"/>"},
    {"arrow shot fire flame",
     "<path d=\"M-4 -40 C14 -24 -2 -16 14 -8 C18 -12 16 -18 14 -22 C34 0 28 36 0 38 C-28 36 -32 4 -14 -14 "
     "C-14 -6 -10 -4 -6 -6 C-14 -20 -8 -30 -4 -40 Z\"/>"},
    {"plus", "<path d=\"M-10 -36 H10 V-10 H36 V10 H10 V36 H-10 V10 H-36 V-10 H-10 Z\"/>"},
    {"minus paddle", "<rect x=\"-36\" y=\"-9\" width=\"72\" height=\"18\" rx=\"3\"/>"},
    {"flag", "<path fill=\"none\" stroke-width=\"6\" d=\"M-20 40 L-20 -40\"/><path d=\"M-18 -38 L30 -22 L-18 -4 Z\"/>"},
    {"bread", "<path d=\"M-36 16 C-40 -24 40 -24 36 16 C36 28 -36 28 -36 16 Z\"/>" LINES(
                  "M-16 -6 L-10 8 M0 -10 L4 6 M16 -6 L20 8")},
    {"light", "<rect x=\"-44\" y=\"-44\" width=\"88\" height=\"88\" rx=\"4\"/>"},
    {"lamp bulb",
     "<path d=\"M0 -38 C24 -38 32 -14 18 4 C12 12 12 16 12 20 H-12 C-12 16 -12 12 -18 4 C-32 -14 -24 -38 0 -38 "
     "Z\"/><rect x=\"-11\" y=\"23\" width=\"22\" height=\"14\" rx=\"4\"/>"},
    {0},
};

static const ArtRow shogi[] = {
    {"fuhyo shogipawn", MARKS(N_)},
    {"kyosha lance", MARKS(RN_ MID_)},
    {"keima shogiknight", MARKS("M-9 -20 l0 0.1 M9 -20 l0 0.1 M-6 8 L-6 0 L6 0 L6 8")},
    {"ginsho silver silvergeneral", MARKS(N_ NE_ NW_ SE_ SW_)},
    {"kinsho gold goldgeneral promotedsilver promotedlance promotedknight narigin narikyo narikei",
     MARKS(N_ NE_ NW_ E_ W_ S_)},
    {"tokin", MARKS(N_ NE_ NW_ E_ W_ S_) "<circle " DETAIL "fill=\"none\" cy=\"4\" r=\"6\" stroke-width=\"3\"/>"},
    {"kakugyo shogibishop", MARKS(RNE_ RNW_ RSE_ RSW_)},
    {"hisha shogirook", MARKS(RN_ RE_ RW_ RS_)},
    {"ryuo dragon dragonking", MARKS(RN_ RE_ RW_ RS_ NE_ NW_ SE_ SW_)},
    {"ryuma dragonhorse promotedbishop", MARKS(RNE_ RNW_ RSE_ RSW_ N_ E_ W_ S_)},
    {"osho gyoku shogiking", MARKS(N_ NE_ NW_ E_ W_ S_ SE_ SW_) "<circle " FILLED " cy=\"4\" r=\"6\"/>"},
    {0},
};

static const ArtRow xiangqi[] = {
    {"chariot ju", COIN("<circle r=\"20\" fill=\"none\" " DETAIL
                        "stroke-width=\"4\"/>" LINES("M-20 0 H20 M0 -20 V20 M-14 -14 L14 14 M14 -14 L-14 14"))},
    {"cannon pao catapult",
     COIN(FORM("M-22 4 L12 -20 L22 -8 L-8 16 Z") "<circle cx=\"-4\" cy=\"12\" r=\"10\" fill=\"none\" " DETAIL
                                                 "stroke-width=\"4\"/>")},
    {"general jiang shuai", COIN(FORM("M-22 14 L-22 -14 L-10 -2 L0 -20 L10 -2 L22 -14 L22 14 Z"))},
    {"advisor shi mandarin guard",
     COIN(FORM("M-24 0 L-14 -4 C-14 -24 14 -24 14 -4 L24 0 L24 6 L-24 6 Z") LINES("M-8 14 H8"))},
    {"minister xiang", COIN(FORM("M-22 18 V-2 C-22 -18 0 -22 8 -14 C16 -20 24 -12 22 0 L22 14 L16 14 L15 2 L8 2 L8 18 "
                                 "L0 18 L0 6 L-10 6 L-10 18 Z"))},
    {"zu bing footsoldier", COIN(LINES("M0 -22 V20 M-10 8 H10") FORM("M0 -28 L6 -18 L-6 -18 Z"))},
    {0},
};

static const ArtRow animals[] = {
    {"cat panther",
     "<path d=\"M-26 -34 L-10 -20 C-4 -22 4 -22 10 -20 L26 -34 L28 2 C28 22 14 32 0 32 C-14 32 -28 22 -28 2 "
     "Z\"/>" EYES LINES("M-6 10 L0 15 L6 10 M-34 8 L-14 10 M34 8 L14 10")},
    {"dog hound mastiff bull",
     "<path d=\"M-20 -24 C-8 -32 8 -32 20 -24 L24 6 C22 26 10 34 0 34 C-10 34 -22 26 -24 6 Z\"/><path d=\"M-20 "
     "-26 C-36 -26 -40 0 -30 14 C-24 8 -22 -8 -18 -18 Z\"/><path d=\"M20 -26 C36 -26 40 0 30 14 C24 8 22 "
     "-8 18 -18 Z\"/>" EYES "<ellipse " FILLED " cy=\"14\" rx=\"7\" ry=\"5\"/>"},
    {"wolf fox jackal hyena coyote", "<path d=\"M-30 -38 L-13 -20 L13 -20 L30 -38 L27 2 L0 38 L-27 2 Z\"/>" EYES
                                     "<circle " FILLED " cy=\"30\" r=\"5\"/>"},
    {"rabbit hare",
     "<ellipse cx=\"-11\" cy=\"-28\" rx=\"7\" ry=\"18\"/><ellipse cx=\"11\" cy=\"-28\" rx=\"7\" ry=\"18\"/><circle "
     "cy=\"10\" "
     "r=\"26\"/><g transform=\"translate(0 10)\">" EYES "</g>" LINES("M-5 22 L0 26 L5 22")},
    {"sheep lamb",
     "<path d=\"M-22 -20 C-36 -22 -40 -4 -30 2 C-40 12 -30 28 -18 24 C-12 36 12 36 18 24 C30 28 40 12 30 2 C40 -4 36 "
     "-22 22 -20 C16 -34 -16 -34 -22 -20 Z\"/><ellipse cy=\"4\" rx=\"15\" ry=\"19\"/>" EYES},
    {"goat gazelle deer antelope ibex stag",
     "<path fill=\"none\" stroke-width=\"6\" d=\"M-10 -18 C-14 -34 -26 -38 -32 -34 M10 -18 C14 -34 26 "
     "-38 32 -34\"/><path d=\"M-18 -18 C-6 -26 6 -26 18 -18 L12 20 L0 38 L-12 20 Z\"/>" EYES},
    {"tiger",
     "<circle cx=\"-22\" cy=\"-24\" r=\"9\"/><circle cx=\"22\" cy=\"-24\" r=\"9\"/><circle r=\"32\"/>" EYES LINES(
         "M0 -30 V-16 M-10 -28 L-7 -18 M10 -28 L7 -18 M-31 4 L-20 6 M31 4 L20 6 M-6 12 L0 17 L6 12")},
    {"jaguar leopard cheetah puma",
     "<circle cx=\"-22\" cy=\"-24\" r=\"9\"/><circle cx=\"22\" cy=\"-24\" r=\"9\"/><circle r=\"32\"/>" EYES "<g " FILLED
     "><circle cx=\"-16\" cy=\"-20\" r=\"2.5\"/><circle cx=\"16\" cy=\"-20\" "
     "r=\"2.5\"/><circle cy=\"-22\" r=\"2.5\"/><circle cx=\"-22\" cy=\"8\" r=\"2.5\"/><circle cx=\"22\" "
     "cy=\"8\" r=\"2.5\"/></g>" LINES("M-6 12 L0 17 L6 12")},
    {"lion",
     "<path d=\"M0 -42 L12 -34 L26 -34 L32 -20 L42 -8 L36 6 L38 20 L26 28 L16 38 L0 36 L-16 38 L-26 28 L-38 20 L-36 6 "
     "L-42 -8 L-32 "
     "-20 L-26 -34 L-12 -34 Z\"/><circle r=\"24\" fill=\"none\"/>" EYES LINES("M-6 10 L0 15 L6 10")},
    {"elephant zebu mammoth",
     "<path d=\"M-18 -24 C-42 -34 -46 10 -24 14 L-16 4 Z\"/><path d=\"M18 -24 C42 -34 46 10 24 14 L16 4 Z\"/><path "
     "d=\"M-18 "
     "-24 C-8 -34 8 -34 18 -24 C22 -8 16 2 9 8 L8 38 L-8 38 L-9 8 C-16 2 -22 -8 -18 -24 Z\"/>" EYES LINES(
         "M-6 20 H6 M-6 28 H6")},
    {"camel",
     "<path d=\"M-36 34 L-34 0 C-30 -18 -20 -18 -16 -4 C-12 -20 0 -20 4 -4 C14 -2 18 -14 20 -30 L36 -34 L40 -24 L30 "
     "-20 C30 0 26 "
     "12 16 14 L16 34 L8 34 L6 14 L-20 14 L-26 34 Z\"/>"},
    {"cow bull ox buffalo yak",
     "<path fill=\"none\" stroke-width=\"7\" d=\"M-18 -20 C-32 -20 -36 -30 -32 -40 M18 -20 C32 -20 36 -30 32 "
     "-40\"/><path d=\"M-20 -22 C-8 -28 8 -28 20 -22 L18 14 C16 36 -16 36 -18 14 Z\"/>" EYES "<g " FILLED
     "><circle cx=\"-6\" cy=\"22\" r=\"2.5\"/><circle cx=\"6\" cy=\"22\" r=\"2.5\"/></g>"},
    {"rhino rhinoceros boar pig",
     "<path d=\"M-30 -10 C-20 -34 20 -34 30 -10 L24 24 C10 36 -10 36 -24 24 Z\"/><path d=\"M0 -44 L8 -18 L-8 -18 "
     "Z\"/>" EYES},
    {"duck goose swan hen bird stork crane eagle hawk falcon phoenix",
     "<path d=\"M-36 6 C-30 30 26 34 30 6 C30 -4 20 -4 18 -12 C30 -14 30 -38 12 -38 C-6 -38 -6 -18 -2 -8 C-10 -6 -24 0 "
     "-36 6 Z\"/><path d=\"M27 "
     "-28 L42 -22 L27 -19 Z\"/><circle " FILLED " cx=\"14\" cy=\"-27\" r=\"3.5\"/>" LINES("M-14 10 C-4 18 8 16 14 8")},
    {"bear monkey",
     "<circle cx=\"-20\" cy=\"-26\" r=\"11\"/><circle cx=\"20\" cy=\"-26\" r=\"11\"/><circle r=\"32\"/>" EYES
     "<ellipse " DETAIL "fill=\"none\" cy=\"14\" rx=\"13\" ry=\"10\"/>"},
    {"fish whale dolphin shark",
     "<path d=\"M-38 0 C-20 -26 14 -22 24 -4 L40 -18 L40 18 L24 4 C14 22 -20 26 -38 0 Z\"/><circle " FILLED
     " cx=\"-20\" cy=\"-4\" r=\"4\"/>"},
    {"snake dragonfly kirin serpent",
     "<path fill=\"none\" stroke-width=\"13\" stroke-linecap=\"round\" d=\"M-32 28 C-10 36 -8 8 -22 0 C-36 -12 -6 -32 "
     "8 -14 C18 0 26 -4 30 -18\"/>"},
    {0},
};

static const ArtRow people[] = {
    {"human person gnome man thrall hunter villager shepherd peasant foot runner",
     "<circle cy=\"-20\" r=\"16\"/><path d=\"M-30 36 C-30 6 -16 0 0 0 C16 0 30 6 30 36 Z\"/>"},
    {"captain officer hero samurai",
     "<circle cy=\"-16\" r=\"15\"/><path d=\"M-30 36 C-30 8 -16 2 0 2 C16 2 30 8 30 36 Z\"/><path d=\"M-22 -22 C-16 "
     "-42 16 -42 22 -22 Z\"/>"},
    {"ship boat galley",
     "<path d=\"M-38 10 H38 L26 34 H-26 Z\"/><path d=\"M-2 6 V-40 L28 0 H2\"/><path d=\"M-6 2 V-28 L-26 2 Z\"/>"},
    {"flagship",
     "<path d=\"M-40 8 H40 L28 34 H-28 Z\"/><path d=\"M-2 4 V-42 L26 -32 L2 -24 L30 0 H2\"/><path d=\"M-6 0 V-30 L-30 "
     "0 Z\"/>"},
    {"tank",
     "<rect x=\"-34\" y=\"6\" width=\"68\" height=\"22\" rx=\"11\"/><path d=\"M-16 4 V-12 H14 V-6 H40 V0 H14 V4 Z\"/>"},
    {"sword blade",
     "<path d=\"M-5 14 L-5 -30 L0 -42 L5 -30 L5 14 Z\"/><path d=\"M-20 14 H20 V21 H5 V40 H-5 V21 H-20 Z\"/>"},
    {"town house city village", "<path d=\"M0 -38 L36 -6 H28 V34 H-28 V-6 H-36 Z\"/>" LINES("M-6 34 V14 H6 V34")},
    {"crown", "<path d=\"M-34 -22 L-16 0 L0 -32 L16 0 L34 -22 L28 28 H-28 Z\"/>"},
    {0},
};

static const ArtRow *const sheets[] = {chess, draughts, stones, shogi, xiangqi, animals, people};

// ---- looking up ----------------------------------------------------------------------------------

static bool row_has(const ArtRow *row, Str name) {
  for (const char *at = row->names; *at;) {
    size_t n = strcspn(at, " ");
    if (n == name.n && !memcmp(at, name.p, n)) return true;
    at += n + (at[n] == ' ');
  }
  return false;
}

static const char *find_in(const ArtRow *sheet, Str name) {
  for (const ArtRow *row = sheet; row->names; row++) {
    if (row_has(row, name)) return row->drawing;
  }
  return NULL;
}

static const char *find_anywhere(Str name) {
  for (size_t i = 0; name.n && i < COUNT_OF(sheets); i++) {
    const char *drawing = find_in(sheets[i], name);
    if (drawing) return drawing;
  }
  return NULL;
}

enum { NAME_MAX_BYTES = 64 };

// A name in lower case without numbers and underscores; `words` gets where its words begin.
static Str plain_name(const char *name, char *out, size_t *words, size_t *n_words) {
  size_t n = 0;
  bool begins = true;
  *n_words = 0;
  for (; *name && n < NAME_MAX_BYTES - 1; name++) {
    if (!isalpha((unsigned char)*name)) {
      begins = true;
      continue;
    }
    if ((begins || isupper((unsigned char)*name)) && *n_words < NAME_MAX_BYTES) words[(*n_words)++] = n;
    begins = false;
    out[n++] = (char)tolower((unsigned char)*name);
  }
  return (Str){out, n};
}

// The drawing of one of the words, the last first: a FreeTiger is a tiger.
static const char *find_by_words(Str name, const size_t *words, size_t n) {
  for (size_t i = n; i-- > 0;) {
    size_t end = i + 1 < n ? words[i + 1] : name.n;
    const char *drawing = find_anywhere((Str){name.p + words[i], end - words[i]});
    if (drawing) return drawing;
  }
  return n ? find_anywhere((Str){name.p, words[n - 1]}) : NULL;
}

static bool has_piece(const Game *game, const char *name) {
  for (int c = 1; c < game->n_components; c++) {
    if (!strncasecmp(game->components[c].base_name, name, strlen(name))) return true;
  }
  return false;
}

// Names that mean different pieces in different families of games.
static const char *find_in_family(const Game *game, Str name) {
  bool wedges = has_piece(game, "Fuhyo") || has_piece(game, "Lance") || has_piece(game, "Silver");
  bool men =
      (has_piece(game, "Counter") || has_piece(game, "Man") || has_piece(game, "Disc") || has_piece(game, "Stone")) &&
      !has_piece(game, "Rook") && !has_piece(game, "Pawn");
  bool coins = has_piece(game, "Cannon") || has_piece(game, "Pao");
  char own[NAME_MAX_BYTES + 8];
  if (wedges) {
    snprintf(own, sizeof own, "shogi%.*s", (int)name.n, name.p);
    const char *drawing = find_in(shogi, str_of(own));
    if (drawing || (drawing = find_in(shogi, name))) return drawing;
  }
  if (men && str_is(name, "king") && !has_piece(game, "Thrall")) return find_in(draughts, STR("draughtsking"));
  if (has_piece(game, "Officer") && str_is(name, "soldier")) return find_in(draughts, STR("counter"));
  if (coins && str_is(name, "elephant")) return find_in(xiangqi, STR("xiang"));
  if (coins && str_is(name, "soldier")) return find_in(xiangqi, STR("zu"));
  if (coins && (str_is(name, "horse") || str_is(name, "knight"))) return find_in(chess, STR("knight"));
  return NULL;
}

const char *piece_art(const Game *game, int32_t what) {
  if (what <= 0 || what >= game->n_components) return NULL;
  char plain[NAME_MAX_BYTES];
  size_t words[NAME_MAX_BYTES], n;
  Str name = plain_name(game->components[what].base_name, plain, words, &n);
  const char *drawing = find_in_family(game, name);
  if (!drawing) drawing = find_anywhere(name);
  return drawing ? drawing : find_by_words(name, words, n);
}

bool art_points(const char *drawing) { return drawing && !strncmp(drawing, WEDGE, sizeof WEDGE - 1); }

// ---- colours -------------------------------------------------------------------------------------

ArtColours art_colours(const Game *game, Player owner) {
  static const ArtColours players[] = {
      {"#fdf8ea", "#3a2f22", "#3a2f22"}, {"#2b2b2e", "#0d0d0e", "#f2ead8"}, {"#c0392b", "#5f1a12", "#fff1ee"},
      {"#2471a3", "#123a55", "#eef6fb"}, {"#229954", "#0f4a28", "#eefaf2"}, {"#8e44ad", "#43204f", "#f8effb"},
      {"#d4ac0d", "#6a5506", "#2b2303"}, {"#16a085", "#0a4f42", "#ecfaf7"},
  };
  if (owner < 1) return (ArtColours){"#b9b2a3", "#4d473c", "#2c2418"};
  if (owner > game->players) return (ArtColours){"#9c6b3f", "#4a2f17", "#f7ecdf"};
  return players[(owner - 1) % (int)COUNT_OF(players)];
}

// The player whose colour a name begins with, or 0.
static Player named_colour(const char *name) {
  static const char *const colours[] = {"white", "black", "red", "blue", "green", "purple", "yellow"};
  static const char *const others[] = {"light", "dark"};
  for (size_t i = 0; i < COUNT_OF(colours); i++) {
    if (!strncasecmp(name, colours[i], strlen(colours[i]))) return (Player)i + 1;
  }
  for (size_t i = 0; i < COUNT_OF(others); i++) {
    if (!strncasecmp(name, others[i], strlen(others[i]))) return (Player)i + 1;
  }
  return 0;
}

ArtColours piece_colours(const Game *game, int32_t what, int32_t state) {
  const Component *piece = &game->components[what];
  if (piece->owner >= 1) return art_colours(game, piece->owner);
  Player player = piece->flip_a >= 0 ? state == piece->flip_b ? 2 : 1 : named_colour(piece->base_name);
  return art_colours(game, MIN(player, game->players));
}

void art_write(Text *out, const char *drawing, ArtColours colours) {
  static const char line[] = "class=\"d\"", area[] = "class=\"f\"";
  for (const char *at = drawing; *at;) {
    const char *next = strstr(at, "class=\"");
    size_t n = next ? (size_t)(next - at) : strlen(at);
    text_add(out, (Str){at, n});
    at += n;
    if (!next) break;
    if (!strncmp(at, line, sizeof line - 1)) text_printf(out, "stroke=\"%s\"", colours.detail);
    else text_printf(out, "fill=\"%s\" stroke=\"none\"", colours.detail);
    at += sizeof area - 1;
  }
}
