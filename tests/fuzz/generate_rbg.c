// Rules and games of `.rbg`, from the grammar of its rules: sums, sequences, stars, counts, steps, pieces, patterns,
// assignments, comparisons and switches of the mover.
#include "generate.h"

enum { DEPTH_MOST = 4, STATES_MOST = 4 };

typedef struct Making {
  Text *out;
  Random *random;
  Names names;
} Making;

static const char *const usual[] = {"a", "b", "e", "u", "d", "l", "r", "p", "q", "x", "a", "u", "l", "p", "x"};

static bool chance(Making *making, uint32_t percent) { return random_below(making->random, 100) < percent; }

static void add_name(Making *making) {
  if (making->names.n && chance(making, 90)) {
    text_add(making->out, making->names.list[random_below(making->random, (uint32_t)making->names.n)]);
  } else {
    text_puts(making->out, usual[random_below(making->random, COUNT_OF(usual))]);
  }
}

static void add_names(Making *making) {
  uint32_t n = random_below(making->random, 4);
  for (uint32_t i = 0; i < n; i++) {
    if (i) text_puts(making->out, ", ");
    add_name(making);
  }
}

static void add_value(Making *making, int depth) {
  uint32_t kind = random_below(making->random, depth > 0 ? 12 : 8);
  if (kind < 4) text_printf(making->out, "%u", random_below(making->random, 4));
  else if (kind < 7) add_name(making);
  else if (kind == 7) text_puts(making->out, chance(making, 50) ? "2147483647" : "100");
  else {
    add_value(making, depth - 1);
    text_puts(making->out, kind == 8 ? " - " : kind == 9 ? " * " : " + ");
    add_value(making, depth - 1);
  }
}

static void add_sum(Making *making, int depth);

static void add_assignment(Making *making) {
  text_puts(making->out, "[$ ");
  add_name(making);
  text_puts(making->out, " = ");
  add_value(making, 2);
  text_char(making->out, ']');
}

static void add_comparison(Making *making) {
  static const char *const signs[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
  text_puts(making->out, "{$ ");
  add_value(making, 1);
  text_puts(making->out, signs[random_below(making->random, COUNT_OF(signs))]);
  add_value(making, 1);
  text_char(making->out, '}');
}

static void add_action(Making *making) {
  switch (random_below(making->random, 12)) {
    case 0:
    case 1:
      text_char(making->out, '{');
      add_names(making);
      text_char(making->out, '}');
      break;
    case 2:
    case 3:
      text_char(making->out, '[');
      add_name(making);
      text_char(making->out, ']');
      break;
    case 4: add_assignment(making); break;
    case 5: add_comparison(making); break;
    case 6:
      text_puts(making->out, "->");
      add_name(making);
      break;
    case 7: text_puts(making->out, "->>"); break;
    case 8: text_puts(making->out, "~"); add_name(making); break;
    default: add_name(making); break;
  }
}

static void add_factor(Making *making, int depth) {
  uint32_t kind = random_below(making->random, 8);
  if (depth <= 0 || kind < 4) {
    add_action(making);
    return;
  }
  text_puts(making->out, kind == 4 ? "{? " : kind == 5 ? "{! " : "(");
  add_sum(making, depth - 1);
  text_puts(making->out, kind < 6 ? "}" : ")");
  if (chance(making, 30)) text_char(making->out, '*');
  else if (chance(making, 10)) text_printf(making->out, "^%u", 1 + random_below(making->random, STATES_MOST));
}

static void add_sequence(Making *making, int depth) {
  do {
    text_char(making->out, ' ');
    add_factor(making, depth);
  } while (chance(making, 60));
}

static void add_sum(Making *making, int depth) {
  add_sequence(making, depth);
  while (chance(making, 25)) {
    text_puts(making->out, " +");
    add_sequence(making, depth);
  }
}

void generate_rule(Text *out, Random *random, Names names) {
  Making making = {.out = out, .random = random, .names = names};
  text_char(out, '(');
  add_sum(&making, (int)random_below(random, DEPTH_MOST));
  text_char(out, ')');
}

// A turn of each player in a loop, so that there are moves to play.
void generate_rbg(Text *out, Random *random) {
  static const char *const boards[] = {"rectangle(u,d,l,r,[a,e,b][e,e,e][b,e,a])", "hexagon(u,d,l,r,m,n,[a,e][e,e,b][b,e])",
                                       "cuboid(u,d,l,r,m,n,[[a,e][b,e]][[e,e][e,b]])",
                                       "v0[a]{u:v1,r:v2} v1[e]{d:v0,u:v2} v2[b]{l:v0,d:v1}"};
  Making making = {.out = out, .random = random};
  text_printf(out, "#players = p(%u), q(%u)\n#pieces = a, b, e\n#variables = x(%u)\n#board = %s\n#rules =", 1 + random_below(random, 100),
              random_below(random, 3), random_below(random, 10), boards[random_below(random, COUNT_OF(boards))]);
  if (chance(&making, 50)) {
    add_sum(&making, DEPTH_MOST);
  } else {
    text_puts(out, " (->p");
    add_sequence(&making, 3);
    text_puts(out, " ->q");
    add_sequence(&making, 3);
    text_puts(out, ")*");
  }
  text_char(out, '\n');
}
