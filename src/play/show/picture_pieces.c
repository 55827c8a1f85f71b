// The pieces of a picture, on the board and beside it.
#include "play/show/card.h"
#include "play/show/picture_internal.h"
#include "state/block/access.h"

#include "board/graph.h"

#include <math.h>

static const char ink[] = "#2c2418";
enum { STACK_SHOWN = 7, SEEDS_SHOWN = 6 };

void picture_words(Picture *p, SvgSpot at, double size, const char *colour, const char *anchor, const char *words) {
  text_printf(p->out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" fill=\"%s\" text-anchor=\"%s\">", at.x, at.y,
              size, colour, anchor);
  svg_text(p->out, words);
  text_puts(p->out, "</text>\n");
}

bool picture_hidden(const Picture *p, SiteType type, int32_t site, int32_t level) {
  return p->options->viewer && game_has(p->game, GAME_HIDDEN) &&
         site_hidden(p->x, type, site, level, p->options->viewer, HIDDEN_ALL | HIDDEN_WHAT);
}

// ---- one piece -----------------------------------------------------------------------------------

// The first letters of a name that has no drawing.
static void draw_letters(Picture *p, const char *name, ArtColours colours) {
  char letters[3] = {name[0], 0, 0};
  text_printf(p->out,
              "<circle r=\"38\"/><text y=\"13\" font-size=\"38\" text-anchor=\"middle\" fill=\"%s\" stroke=\"none\">",
              colours.detail);
  svg_text(p->out, letters);
  text_puts(p->out, "</text>");
}

static const char *suit_colour(const Component *card) { return card->suit == 3 || card->suit == 4 ? "#b03a2e" : ink; }

static void draw_card(Picture *p, const Component *card) {
  char label[CARD_BYTES];
  card_label(card, label);
  text_puts(p->out, "<rect x=\"-30\" y=\"-42\" width=\"60\" height=\"84\" rx=\"7\" fill=\"#ffffff\"/>");
  text_printf(p->out, "<text y=\"12\" font-size=\"34\" text-anchor=\"middle\" fill=\"%s\" stroke=\"none\">",
              suit_colour(card));
  svg_text(p->out, label);
  text_puts(p->out, "</text>");
}

static void draw_domino(Picture *p, const Component *domino) {
  text_printf(
      p->out,
      "<rect x=\"-40\" y=\"-21\" width=\"80\" height=\"42\" rx=\"6\" fill=\"#fffdf5\"/><path d=\"M0 -17 V17\"/><g "
      "font-size=\"28\" text-anchor=\"middle\" fill=\"%s\" stroke=\"none\"><text x=\"-20\" y=\"10\">%d</text><text "
      "x=\"20\" y=\"10\">%d</text></g>",
      ink, MAX(domino->value, 0), MAX(domino->value2, 0));
}

void picture_shape(Picture *p, int32_t what, int32_t state, SvgSpot at, double radius, double rotation) {
  const Component *piece = &p->game->components[what];
  ArtColours colours = piece_colours(p->game, what, state);
  const char *drawing = piece_art(p->game, what);
  if (art_points(drawing) && piece->facing == DIR_S) rotation += 180;
  text_printf(p->out, "<g transform=\"translate(%.1f %.1f) scale(%.3f)", at.x, at.y, radius / 42);
  if (rotation != 0) text_printf(p->out, " rotate(%.0f)", rotation);
  text_printf(p->out, "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\">", colours.fill,
              colours.line);
  if (piece->kind == COMPONENT_CARD) draw_card(p, piece);
  else if (piece->kind == COMPONENT_DOMINO) draw_domino(p, piece);
  else if (drawing) art_write(p->out, drawing, colours);
  else draw_letters(p, piece->base_name, colours);
  text_puts(p->out, "</g>\n");
}

static void draw_unknown(Picture *p, SvgSpot at, double radius) {
  text_printf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#8d99a6\" stroke=\"#3c4650\"/>\n", at.x, at.y,
              radius * 0.9);
  picture_words(p, (SvgSpot){at.x, at.y + radius * 0.4}, radius * 1.2, "#ffffff", "middle", "?");
}

static void draw_number(Picture *p, SvgSpot at, double size, int32_t number) {
  char digits[16];
  snprintf(digits, sizeof digits, "%d", number);
  text_printf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#fffdf5\" stroke=\"#5a452c\"/>\n", at.x, at.y,
              size * 0.75);
  picture_words(p, (SvgSpot){at.x, at.y + size * 0.36}, size, ink, "middle", digits);
}

// ---- a site --------------------------------------------------------------------------------------

// Seeds lie scattered in their hole; many are counted.
static void draw_seeds(Picture *p, int32_t what, SvgSpot at, double radius, int32_t count) {
  static const double places[SEEDS_SHOWN][2] = {{0, 0},       {-0.5, -0.35}, {0.5, 0.35},
                                                {-0.5, 0.45}, {0.5, -0.45},  {0, 0.75}};
  text_printf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#b98957\" stroke=\"#8a6a45\"/>\n", at.x, at.y,
              radius * 1.1);
  for (int i = 0; i < MIN(count, SEEDS_SHOWN); i++) {
    picture_shape(p, what, 0, (SvgSpot){at.x + places[i][0] * radius, at.y + places[i][1] * radius * 0.9},
                  radius * 0.75, 40.0 * i);
  }
  draw_number(p, (SvgSpot){at.x + radius * 0.85, at.y + radius * 0.85}, fmax(9, radius * 0.5), count);
}

static double rotation_of(const Picture *p, SiteType type, int32_t site, int32_t level) {
  if (!game_has(p->game, GAME_ROTATION) || p->game->max_rotation <= 0) return 0;
  return 360.0 * site_rotation(p->x, type, site, level) / p->game->max_rotation;
}

static void draw_stack(Picture *p, SiteType type, int32_t site, SvgSpot at, double radius) {
  bool column = p->columns && type == p->game->site_type && site < topo_count(p->game->board, type);
  int32_t height = site_height(p->x, type, site), shown = column ? height : MIN(height, STACK_SHOWN);
  double step = radius * (column ? 2.1 : 0.28);
  for (int32_t i = 0; i < shown; i++) {
    int32_t level = height - shown + i, what = site_what(p->x, type, site, level);
    SvgSpot place = {at.x, at.y - step * i};
    if (what <= 0 || what >= p->game->n_components) continue;
    if (picture_hidden(p, type, site, level)) draw_unknown(p, place, radius);
    else picture_shape(p, what, site_state(p->x, type, site, level), place, radius, rotation_of(p, type, site, level));
  }
  if (height > 3 && !column)
    draw_number(p, (SvgSpot){at.x + radius * 0.9, at.y + radius * 0.7}, fmax(9, radius * 0.55), height);
}

static bool is_seed(const Picture *p, int32_t what) {
  const char *drawing = piece_art(p->game, what);
  return p->game->components[what].owner > p->game->players && drawing && strstr(drawing, "<ellipse rx=\"15\"");
}

static void draw_flat(Picture *p, SiteType type, int32_t site, SvgSpot at, double radius) {
  int32_t what = site_what(p->x, type, site, -1), count = site_count(p->x, type, site);
  if (what >= p->game->n_components) {  // the value of a site of a puzzle
    char digits[16];
    snprintf(digits, sizeof digits, "%d", what);
    picture_words(p, (SvgSpot){at.x, at.y + radius * 0.5}, radius * 1.4, ink, "middle", digits);
    return;
  }
  if (is_seed(p, what)) {
    draw_seeds(p, what, at, radius, MAX(count, 1));
    return;
  }
  picture_shape(p, what, site_state(p->x, type, site, -1), at, radius, rotation_of(p, type, site, -1));
  if (count > 1) draw_number(p, (SvgSpot){at.x + radius * 0.8, at.y + radius * 0.8}, fmax(9, radius * 0.55), count);
}

// A piece on an edge is the edge itself in its owner's colour.
static void draw_edge_piece(Picture *p, int32_t site) {
  ArtColours colours = art_colours(p->game, site_who(p->x, SITE_EDGE, site, -1));
  text_puts(p->out, "<path fill=\"none\" stroke-linecap=\"round\" stroke-width=\"10\" d=\"");
  svg_path_of_edge(p->out, &p->frame, site);
  text_printf(p->out, "\" stroke=\"%s\"/>\n<path fill=\"none\" stroke-linecap=\"round\" stroke-width=\"6\" d=\"",
              colours.line);
  svg_path_of_edge(p->out, &p->frame, site);
  text_printf(p->out, "\" stroke=\"%s\"/>\n", colours.fill);
}

static void draw_site_piece(Picture *p, SiteType type, int32_t site) {
  SvgSpot at = svg_site(&p->frame, type, site);
  int32_t top = MAX(site_height(p->x, type, site) - 1, 0);
  if (picture_hidden(p, type, site, top)) {
    // A site of which nothing at all is seen looks empty.
    if (!site_hidden(p->x, type, site, top, p->options->viewer, HIDDEN_ALL)) draw_unknown(p, at, p->radius);
    return;
  }
  if (site_what(p->x, type, site, -1) <= 0) return;
  bool puzzle = site_what(p->x, type, site, -1) >= p->game->n_components;
  if (type == SITE_EDGE && !puzzle) draw_edge_piece(p, site);
  else if (game_has(p->game, GAME_STACKING)) draw_stack(p, type, site, at, p->radius);
  else draw_flat(p, type, site, at, p->radius);
}

void picture_pieces(Picture *p) {
  static const SiteType order[SITE_TYPES] = {SITE_CELL, SITE_EDGE, SITE_VERTEX};
  for (int i = 0; i < SITE_TYPES; i++) {
    int n = MIN(topo_count(p->game->board, order[i]), p->game->sites[order[i]]);
    for (int32_t site = 0; site < n; site++) draw_site_piece(p, order[i], site);
  }
}

// ---- beside the board ----------------------------------------------------------------------------

enum { ROW = 44, LEFT = 24 };
static const double beside = 17;  // radius of pieces there

static bool is_card(const Picture *p, int32_t what) {
  return what > 0 && what < p->game->n_components && p->game->components[what].kind == COMPONENT_CARD;
}

// Cards of a hand lie side by side. How wide they are together.
static double draw_cards(Picture *p, int32_t site, SvgSpot at) {
  int32_t height = site_height(p->x, SITE_CELL, site);
  for (int32_t level = 0; level < height; level++) {
    SvgSpot place = {at.x + 1.3 * beside * level, at.y};
    if (picture_hidden(p, SITE_CELL, site, level)) draw_unknown(p, place, beside);
    else picture_shape(p, site_what(p->x, SITE_CELL, site, level), 0, place, beside, 0);
  }
  return 1.3 * beside * MAX(height - 1, 0);
}

// How much wider than one piece it is.
static double draw_in_hand(Picture *p, int32_t site, SvgSpot at) {
  int32_t what = site_what(p->x, SITE_CELL, site, -1);
  if (is_card(p, what)) return draw_cards(p, site, at);
  if (picture_hidden(p, SITE_CELL, site, 0)) draw_unknown(p, at, beside);
  else if (game_has(p->game, GAME_STACKING)) draw_stack(p, SITE_CELL, site, at, beside);
  else if (what < p->game->n_components) draw_flat(p, SITE_CELL, site, at, beside);
  return 0;
}

static void begin_row(Picture *p, const char *name) {
  picture_words(p, (SvgSpot){LEFT, p->bottom + ROW / 2.0 + 4}, 14, ink, "start", name);
}

static void draw_hand(Picture *p, const Container *hand) {
  double x = LEFT + 90;
  bool any = false;
  for (int32_t site = hand->first; site < hand->first + hand->n; site++) {
    int32_t top = MAX(site_height(p->x, SITE_CELL, site) - 1, 0);
    if (site_what(p->x, SITE_CELL, site, -1) <= 0 && !picture_hidden(p, SITE_CELL, site, top)) continue;
    if (!any) begin_row(p, hand->name);
    any = true;
    x += draw_in_hand(p, site, (SvgSpot){x, p->bottom + ROW / 2.0}) + 2.6 * beside;
    p->width = fmax(p->width, x + LEFT);
  }
  if (any) p->bottom += ROW;
}

static void draw_die(Picture *p, SvgSpot at, int32_t value) {
  static const uint16_t pips[] = {0, 0x010, 0x044, 0x054, 0x145, 0x155, 0x16d};  // bits of a 3 x 3 field
  text_printf(p->out,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"34\" height=\"34\" rx=\"7\" fill=\"#fffdf5\" stroke=\"%s\"/>\n",
              at.x - 17, at.y - 17, ink);
  if (value < 0 || value > 6) {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", value);
    picture_words(p, (SvgSpot){at.x, at.y + 6}, 17, ink, "middle", digits);
    return;
  }
  for (int i = 0; i < 9; i++) {
    if (!(pips[value] >> i & 1)) continue;
    text_printf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"%s\"/>\n", at.x + (i % 3 - 1) * 10,
                at.y + (i / 3 - 1) * 10, ink);
  }
}

static void draw_dice(Picture *p, const Container *dice, int first) {
  const int32_t *values = STATE_AT(p->x, int32_t, p->x->layout->dice) + first;
  bool thrown = false;
  for (int i = 0; i < dice->n && p->x->head->moves; i++) thrown |= values[i] != 0;
  begin_row(p, "dice");
  for (int i = 0; i < dice->n; i++) {
    draw_die(p, (SvgSpot){LEFT + 90 + 42.0 * i, p->bottom + ROW / 2.0}, thrown ? values[i] : 0);
  }
  p->width = fmax(p->width, LEFT + 90 + 42.0 * dice->n + LEFT);
  p->bottom += ROW;
}

static void draw_deck(Picture *p, const Container *deck) {
  int32_t cards = site_height(p->x, SITE_CELL, deck->first);
  char words[64];
  snprintf(words, sizeof words, "%s: %d cards", deck->name, cards);
  begin_row(p, words);
  p->bottom += ROW;
}

static void draw_scores(Picture *p) {
  if (!p->x->layout->score) return;
  const int32_t *scores = STATE_AT(p->x, int32_t, p->x->layout->score);
  Text words = {0};
  text_puts(&words, "score:");
  for (Player q = 1; q <= p->game->players; q++) text_printf(&words, "  player %d %d", q, scores[q]);
  text_char(&words, 0);
  begin_row(p, words.p);
  text_free(&words);
  p->bottom += ROW * 0.7;
}

void picture_containers(Picture *p) {
  int dice = 0;
  for (int c = 0; c < p->game->n_containers; c++) {
    const Container *container = &p->game->containers[c];
    switch (container->kind) {
      case CONTAINER_BOARD: break;
      case CONTAINER_HAND: draw_hand(p, container); break;
      case CONTAINER_DECK: draw_deck(p, container); break;
      case CONTAINER_DICE:
        if (p->x->layout->dice) draw_dice(p, container, dice);
        dice += container->n;
        break;
    }
  }
  draw_scores(p);
}

// ---- the legend ----------------------------------------------------------------------------------

static bool in_legend(const Picture *p, int c) {
  const Component *piece = &p->game->components[c];
  return piece->kind == COMPONENT_PIECE || piece->kind == COMPONENT_TILE;
}

static void whose(const Picture *p, Player owner, char *out, size_t size) {
  if (owner >= 1 && owner <= p->game->players) snprintf(out, size, "player %d", owner);
  else snprintf(out, size, "%s", owner > p->game->players ? "all players" : "nobody");
}

// As many to a line as there is room for.
void picture_legend(Picture *p) {
  enum { LINE = 26, MOST = 40 };
  double x = LEFT, widest = fmax(p->width, 460);
  int n = 0;
  for (int c = 1; c < p->game->n_components && n < MOST; c++) {
    if (!in_legend(p, c)) continue;
    char words[96], owner[24];
    whose(p, p->game->components[c].owner, owner, sizeof owner);
    snprintf(words, sizeof words, "%.48s, %s", p->game->components[c].base_name, owner);
    double room = 34 + 7.2 * (double)strlen(words);
    if (n && x + room > widest) x = LEFT, p->bottom += LINE;
    picture_shape(p, c, p->game->components[c].flip_a, (SvgSpot){x + 10, p->bottom + LINE / 2.0}, 10, 0);
    picture_words(p, (SvgSpot){x + 26, p->bottom + LINE / 2.0 + 4}, 12, ink, "start", words);
    x += room;
    p->width = fmax(p->width, x);
    n++;
  }
  if (n) p->bottom += LINE;
}
