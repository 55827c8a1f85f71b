// Terms as text: (who - at:(to)) for a call whose first slot is empty.
#include "lud/resolve/term_print.h"

static void print_args(Text *text, const Term *term) {
  uint32_t n = term->n;
  while (term->kind == TERM_CALL && n && !term->args[n - 1]) n--;
  for (uint32_t i = 0; i < n; i++) {
    if (i || term->kind == TERM_CALL) text_char(text, ' ');
    if (term->args[i]) lud_term_print(text, term->args[i]);
    else text_char(text, '-');
  }
}

static void print_number(Text *text, const Term *term) {
  if (term->text.n) text_add(text, term->text);
  else text_printf(text, "%lld", (long long)term->integer);
}

void lud_term_print(Text *text, const Term *term) {
  if (term->label.n) text_printf(text, "%.*s:", (int)term->label.n, term->label.p);
  switch (term->kind) {
    case TERM_CALL:
      text_printf(text, "(%s", term->row->name);
      print_args(text, term);
      text_char(text, ')');
      break;
    case TERM_ARRAY:
      text_char(text, '{');
      print_args(text, term);
      text_char(text, '}');
      break;
    case TERM_INT: print_number(text, term); break;
    case TERM_FLOAT: text_printf(text, "%g", term->real); break;
    case TERM_BOOL: text_puts(text, term->integer ? "true" : "false"); break;
    case TERM_STRING: text_printf(text, "\"%.*s\"", (int)term->text.n, term->text.p); break;
    case TERM_ENUM: text_add(text, term->text); break;
  }
}
