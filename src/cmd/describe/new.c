// senet new: a description to begin with, which checks, plays and says in comments what to change.
#include "cmd/frame/command_options.h"

#include "base/file.h"
#include "base/text.h"

#include <ctype.h>
#include <stdio.h>

typedef struct Template {
  const char *name, *doc;
  const char *text;  // %s stands for the name of the game
} Template;

static const Template templates[] = {
    {"line", "pieces are put on a board; so many in a row win",
     "// Players put discs on empty sites in turn. Four in a row win.\n"
     "(game \"%s\"\n"
     "    (players 2)\n"
     "    (equipment {\n"
     "        (board (square 6))  // another board: (hex 5), (tri 6), (rectangle 6 7)\n"
     "        (piece \"Disc\" Each)\n"
     "    })\n"
     "    (rules\n"
     "        (play (move Add (to (sites Empty))))\n"
     "        (end (if (is Line 4) (result Mover Win)))\n"
     "    )\n"
     ")\n"},
    {"race", "pieces step forward and take; who reaches the far side wins",
     "// Men step forward and take diagonally. Whoever reaches the far side first wins.\n"
     "(game \"%s\"\n"
     "    (players {(player N) (player S)})  // the directions in which the pieces of each player face\n"
     "    (equipment {\n"
     "        (board (square 6))\n"
     "        (piece \"Man\" Each\n"
     "            (or\n"
     "                (move Step Forward (to if:(is Empty (to))))\n"
     "                (move Step (directions {FR FL})\n"
     "                    (to if:(is Enemy (who at:(to))) (apply (remove (to))))\n"
     "                )\n"
     "            )\n"
     "        )\n"
     "        (regions \"Goal\" P1 (sites Top))\n"
     "        (regions \"Goal\" P2 (sites Bottom))\n"
     "    })\n"
     "    (rules\n"
     "        (start {(place \"Man1\" (sites Bottom)) (place \"Man2\" (sites Top))})\n"
     "        (play (forEach Piece))\n"
     "        (end {\n"
     "            (if (is In (last To) (sites Mover \"Goal\")) (result Mover Win))\n"
     "            (if (no Moves Next) (result Mover Win))\n"
     "        })\n"
     "    )\n"
     ")\n"},
    {"jump", "pieces jump over others and take them, which goes before other moves; who has none left loses",
     "// Men step to an empty site beside them, but must jump over an opponent's piece and take it where they can.\n"
     "(game \"%s\"\n"
     "    (players 2)\n"
     "    (equipment {(board (square 5)) (piece \"Man\" Each)})\n"
     "    (rules\n"
     "        (start {(place \"Man1\" (expand (sites Bottom))) (place \"Man2\" (expand (sites Top)))})\n"
     "        (play (priority {\n"
     "            (forEach Piece\n"
     "                (move Hop Orthogonal\n"
     "                    (between if:(is Enemy (who at:(between))) (apply (remove (between))))\n"
     "                    (to if:(is Empty (to)))\n"
     "                    (then (set Counter))\n"
     "                )\n"
     "            )\n"
     "            (forEach Piece (move Step Orthogonal (to if:(is Empty (to)))))\n"
     "        }))\n"
     "        (end {\n"
     "            (if (no Pieces Next) (result Mover Win))\n"
     "            (if (no Moves Next) (result Mover Win))\n"
     "            (if (>= (counter) 100) (result Mover Draw))  // 100 moves without a capture\n"
     "        })\n"
     "    )\n"
     ")\n"},
    {"connect", "pieces are put on a board; who joins two sides wins",
     "// Players put stones on empty cells in turn. Whoever joins its two sides wins; the second player may swap "
     "sides.\n"
     "(game \"%s\"\n"
     "    (players 2)\n"
     "    (equipment {\n"
     "        (board (hex Diamond 7))\n"
     "        (piece \"Stone\" Each)\n"
     "        (regions P1 {(sites Side NE) (sites Side SW)})\n"
     "        (regions P2 {(sites Side NW) (sites Side SE)})\n"
     "    })\n"
     "    (rules\n"
     "        (meta (swap))\n"
     "        (play (move Add (to (sites Empty))))\n"
     "        (end (if (is Connected Mover) (result Mover Win)))\n"
     "    )\n"
     ")\n"},
};

static const Template *find(const char *name) {
  for (size_t i = 0; i < COUNT_OF(templates); i++) {
    if (!strcmp(templates[i].name, name)) return &templates[i];
  }
  return NULL;
}

static int list_kinds(void) {
  for (size_t i = 0; i < COUNT_OF(templates); i++) printf("  %-10s %s\n", templates[i].name, templates[i].doc);
  return EXIT_YES;
}

static bool is_plain(const char *name) {
  for (; *name; name++) {
    if (*name == '"' || *name == '/' || *name == '\\' || iscntrl((unsigned char)*name)) return false;
  }
  return true;
}

static int write_game(const Options *options, const Template *kind, const char *name, const char *path) {
  const char *at = strstr(kind->text, "%s");
  Text text = {0};
  text_add(&text, (Str){kind->text, (size_t)(at - kind->text)});
  text_puts(&text, name);
  text_puts(&text, at + 2);
  bool good = options_write_file(options, path, text_str(&text));
  text_free(&text);
  if (good)
    printf("%s written; next: senet check \"%s\", senet play \"%s\", senet test \"%s\"\n", path, path, path, path);
  return good ? EXIT_YES : EXIT_NO;
}

static int run_new(const Options *options) {
  if (!options->n && options_has(options, "--like")) return options_misuse(options, "--like needs a NAME for the game");
  if (!options->n) return list_kinds();
  const char *name = options->arguments[0], *kind = options_value(options, "--like");
  const Template *row = find(kind ? kind : "line");
  if (!row) return options_misuse(options, "there is no kind '%s'; `senet new` lists the kinds", kind);
  if (!*name || !is_plain(name)) return options_misuse(options, "'%s' cannot be the name of a game", name);
  const char *path = arena_printf(options->arena, "%s.lud", name);
  if (file_exists(path)) {
    fprintf(stderr, "senet new: %s is there already\n", path);
    return EXIT_NO;
  }
  return write_game(options, row, name, path);
}

static const CommandOption new_options[] = {
    {"--like", "KIND", "What to begin with: line, race, jump or connect; default line."},
    {0},
};

const Command command_new = {
    .name = "new",
    .usage = "[NAME]",
    .doc = "Writes a small game to begin with, NAME.lud, that checks and plays.",
    .details = "Without a NAME the kinds of games are listed. docs/WRITING-GAMES.md goes on from there.",
    .most = 1,
    .options = new_options,
    .run = run_new,
};
