// The line of a board that says what belongs to the game rather than to single sites.
#include "cmd/describe/board_json.h"

#include "board/topo/topo_json.h"
#include "cmd/describe/board_equipment.h"

void board_json_counts(Text *out, const Board *board) {
  for (int type = 0; type < SITE_TYPES; type++) {
    text_printf(out, "%s\"%s\":%d", type ? "," : "{", site_type_name((SiteType)type),
                topo_count(board->topology, (SiteType)type));
  }
  text_char(out, '}');
}

static void write_track(Text *out, const Track *track, int index) {
  text_puts(out, "{\"name\":");
  out_string(out, track->name);
  text_printf(out, ",\"idx\":%d,\"owner\":%d,\"looped\":%s,\"internalLoop\":%s,\"elems\":[", index, track->owner,
              track->looped ? "true" : "false", track->internal_loop ? "true" : "false");
  for (int i = 0; i < track->n; i++) {
    const TrackElem *e = &track->elems[i];
    text_printf(out, "%s[%d,%d,%d,%d,%d,%d]", i ? "," : "", e->site, e->prev, e->prev_index, e->next, e->next_index,
                e->bump);
  }
  text_puts(out, "]}");
}

void board_json_tracks(Text *out, const Board *board) {
  text_char(out, '[');
  for (int i = 0; i < board->track_count; i++) {
    if (i > 0) text_char(out, ',');
    write_track(out, &board->tracks[i], i);
  }
  text_char(out, ']');
}

void board_json_header(Text *out, const char *name, const Board *board, const Game *game) {
  text_puts(out, "{\"t\":\"graph\",\"name\":");
  out_string(out, name);
  text_puts(out, ",\"sites\":");
  board_json_counts(out, board);
  text_printf(out, ",\"site_type\":\"%s\",\"regular\":%s,\"supported\":", site_type_name(board->use),
              board->topology->regular ? "true" : "false");
  topo_json_supported(out, board->topology);
  text_puts(out, ",\"tracks\":");
  board_json_tracks(out, board);
  if (game) board_json_equipment(out, game);
  text_puts(out, "}\n");
}
