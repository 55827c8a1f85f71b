// senet info: what is known about a game. The facts are JSON, and the text for people is printed from the same object.
#include "cmd/frame/api_load.h"

#include <jansson.h>
#include <stdio.h>

static void print_value(const json_t *value);

static void print_object(const json_t *object) {
  const char *key, *between = "";
  json_t *value;
  json_object_foreach((json_t *)object, key, value) {
    bool is_name = !strcmp(key, "name");
    printf("%s", between);
    if (!is_name) printf("%s%s ", key, strcmp(key, "why") ? "" : ":");
    print_value(value);
    between = is_name ? " (" : ", ";
  }
  if (json_object_get(object, "name")) printf(")");
}

static void print_value(const json_t *value) {
  if (json_is_string(value)) printf("%s", json_string_value(value));
  else if (json_is_real(value)) printf("%.3g", json_real_value(value));
  else if (json_is_integer(value)) printf("%lld", (long long)json_integer_value(value));
  else if (json_is_boolean(value)) printf("%s", json_is_true(value) ? "yes" : "no");
  else if (json_is_object(value)) print_object(value);
  for (size_t i = 0; i < json_array_size(value); i++) {
    if (i) printf(", ");
    print_value(json_array_get(value, i));
  }
}

static void print_text(json_t *info) {
  const char *key;
  json_t *value;
  json_object_foreach(info, key, value) {
    if (json_is_array(value) && !json_array_size(value)) continue;
    printf("%s: ", key);
    print_value(value);
    printf("\n");
  }
}

static int run_info(const Options *options) {
  senet_library *library = NULL;
  senet_facts *facts = NULL;
  bool good = api_open(options, &library) && api_facts(options, library, options->arguments[0], &facts);
  if (good) {
    Text text = {0};
    api_fact(facts, "", &text);
    json_t *info = json_loadb(text.p, text.n, 0, NULL);
    if (options_has(options, "--json")) json_dumpf(info, stdout, JSON_INDENT(2));
    else print_text(info);
    if (options_has(options, "--json")) printf("\n");
    json_decref(info);
    text_free(&text);
  }
  senet_facts_free(facts);
  senet_library_free(library);
  return good ? EXIT_YES : EXIT_NO;
}

static const CommandOption info_options[] = {
    GAME_OPTIONS,
    {"--json", NULL, "Prints a JSON object."},
    {0},
};

const Command command_info = {
    .name = "info",
    .usage = "GAME",
    .doc = "Says what is known about a game: players, sites, pieces, options, what its rules use.",
    .details =
        "GAME is the name of a known game or the path of a description. When it does not run, the mistakes are shown\n"
        "with their places, and what could be read all the same.",
    .least = 1,
    .most = 1,
    .options = info_options,
    .run = run_info,
};
