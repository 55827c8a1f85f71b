// Reading standard algebraic notation against a list of legal moves.
#include "play/show/san.h"

#include "play/show/seats.h"
#include "state/block/access.h"

#include <ctype.h>
#include <stdio.h>

// What was written, taken apart. Labels are compared without their case.
typedef struct San {
  char piece;    // a capital letter; 0: a pawn, or the only kind of piece
  char hint[4];  // column, row or both of where it comes from
  char to[4];    // where it goes
  int castle;    // 1: to the side of higher columns, -1: to the other, 0: no castling
} San;

static bool is_column(char c) { return isalpha((unsigned char)c); }

// Cuts off marks for checks and comments, promotions and captures.
static size_t clean(Str text, char *out, size_t size) {
  size_t n = 0;
  for (size_t i = 0; i < text.n && n + 1 < size; i++) {
    char c = text.p[i];
    if (c == '=' || c == '+' || c == '#' || c == '!' || c == '?') break;
    if (c != 'x' && c != 'X' && c != '-' && c != ':') out[n++] = c;
  }
  out[n] = 0;
  return n;
}

static bool read_castle(Str text, San *san) {
  int zeros = 0;
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == 'O' || text.p[i] == '0') zeros++;
    else if (text.p[i] != '-' && text.p[i] != '+' && text.p[i] != '#') return false;
  }
  san->castle = zeros == 2 ? 1 : zeros == 3 ? -1 : 0;
  return san->castle != 0;
}

// [piece] [column] [row] column row
static bool read_san(Str text, San *san) {
  char letters[16];
  size_t n = clean(text, letters, sizeof letters), end = n;
  if (read_castle(text, san)) return true;
  while (end > 0 && isdigit((unsigned char)letters[end - 1])) end--;
  if (end == n || end == 0 || !is_column(letters[end - 1]) || n - end > 2) return false;
  snprintf(san->to, sizeof san->to, "%s", letters + end - 1);
  size_t begin = 0;
  if (end > 1 && isupper((unsigned char)letters[0])) san->piece = letters[begin++];
  size_t hint = end - 1 - begin;
  if (hint >= sizeof san->hint) return false;
  memcpy(san->hint, letters + begin, hint);
  return true;
}

static bool has_king(const Game *game) {
  for (int c = 1; c < game->n_components; c++) {
    if (!strncmp(game->components[c].base_name, "King", 4)) return true;
  }
  return false;
}

static char piece_letter(const Game *game, int32_t what) {
  const char *name = what > 0 && what < game->n_components ? game->components[what].base_name : "";
  if (!strncmp(name, "Knight", 6) && has_king(game)) return 'N';
  if (!strncmp(name, "Pawn", 4)) return 0;
  return (char)toupper((unsigned char)name[0]);
}

static bool same_label(const char *label, const char *text) {
  size_t i = 0;
  while (label[i] && tolower((unsigned char)label[i]) == tolower((unsigned char)text[i])) i++;
  return !label[i] && !text[i];
}

// Whether every letter of the hint occurs in the label.
static bool hint_fits(const char *label, const char *hint) {
  for (; *hint; hint++) {
    if (!strchr(label, toupper((unsigned char)*hint))) return false;
  }
  return true;
}

static bool fits(const Position *x, const Move *move, const San *san) {
  const TopoSites *sites = &x->game->board->sites[x->game->site_type];
  if (move->to < 0 || move->to >= sites->n || move->from < 0 || move->from >= sites->n) return false;
  char letter = piece_letter(x->game, site_what(x, x->game->site_type, move->from, -1));
  if (san->castle) {
    int columns = sites->col[move->to] - sites->col[move->from];
    return letter == 'K' && sites->row[move->to] == sites->row[move->from] && columns * san->castle >= 2;
  }
  return letter == san->piece && same_label(sites->label[move->to], san->to) &&
         hint_fits(sites->label[move->from], san->hint);
}

int san_find(const Position *x, MoveList list, Str text, int seat) {
  San san = {0};
  const Game *game = x->game;
  bool grid = game->board && game->board->sites[game->site_type].row && game->board->sites[game->site_type].label;
  if (!grid || game_has(game, GAME_BOARDLESS) || !read_san(text, &san)) return -1;
  int found = -1, n = 0;
  for (uint32_t i = 0; i < list.n; i++) {
    const Move *move = move_at(x, list, i);
    if ((seat && player_seat(x, move->mover) != seat) || !fits(x, move, &san)) continue;
    found = (int)i;
    n++;
  }
  return n == 1 ? found : -1;
}
