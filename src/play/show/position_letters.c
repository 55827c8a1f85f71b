// The letters of pieces, and the order of sites in rows.
#include "play/show/position_letters.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static bool taken(const PieceLetters *letters, char letter, int before) {
  for (int i = 1; i < before; i++) {
    if (letters->of[i] == letter) return true;
  }
  return false;
}

// The first letter of the name that no earlier piece has; capital for player 1, small for player 2.
static char letter_for(const PieceLetters *letters, const Component *piece, int number) {
  for (const char *at = piece->base_name; *at; at++) {
    if (!isalpha((unsigned char)*at)) continue;
    char letter = (char)(piece->owner == 1 ? toupper((unsigned char)*at) : tolower((unsigned char)*at));
    if (!taken(letters, letter, number)) return letter;
  }
  return '\0';
}

void piece_letters_make(PieceLetters *letters, const Game *game) {
  letters->n = game->n_components;
  letters->of = mem_alloc_zero((size_t)MAX(letters->n, 1));
  for (int i = 1; i < game->n_components; i++) {
    const Component *piece = &game->components[i];
    bool simple = piece->owner == 1 || piece->owner == 2;
    if (simple && piece->base_name) letters->of[i] = letter_for(letters, piece, i);
  }
}

void piece_letters_free(PieceLetters *letters) { mem_free(letters->of); }

void piece_letter_write(Text *out, const PieceLetters *letters, int32_t what) {
  if (letters->of[what]) text_char(out, letters->of[what]);
  else text_printf(out, "[%d]", what);
}

int32_t piece_letter_read(const PieceLetters *letters, char letter) {
  for (int i = 1; i < letters->n; i++) {
    if (letters->of[i] == letter) return i;
  }
  return 0;
}

// ---- rows ------------------------------------------------------------------------------------------

typedef struct Spot {
  int row, column, site;
} Spot;

static int compare_spots(const void *a, const void *b) {
  const Spot *p = a, *q = b;
  if (p->row != q->row) return q->row - p->row;  // the last row first, as boards are looked at
  return p->column != q->column ? p->column - q->column : p->site - q->site;
}

void board_rows_make(BoardRows *rows, const Game *game, SiteType type) {
  const TopoSites *sites = &game->board->sites[type];
  int n = MIN(sites->n, game->sites[type]);
  Spot *spots = mem_alloc_zero(sizeof *spots * (size_t)MAX(n, 1));
  for (int i = 0; i < n; i++) {
    spots[i] = (Spot){.row = sites->row ? sites->row[i] : 0, .column = sites->col ? sites->col[i] : i, .site = i};
  }
  qsort(spots, (size_t)n, sizeof *spots, compare_spots);
  rows->n = n;
  rows->site = mem_alloc_zero(sizeof *rows->site * (size_t)MAX(n, 1));
  rows->ends = mem_alloc_zero(sizeof *rows->ends * (size_t)MAX(n, 1));
  for (int i = 0; i < n; i++) {
    rows->site[i] = spots[i].site;
    rows->ends[i] = i + 1 == n || spots[i + 1].row != spots[i].row;
  }
  mem_free(spots);
}

void board_rows_free(BoardRows *rows) {
  mem_free(rows->site);
  mem_free(rows->ends);
}
