// The list of agents, and agents from text.
#include "search/agent.h"

#include "base/diag.h"

#define AGENT(name) extern const AgentKind agent_##name;
#include "search/agents.def"
#undef AGENT

static const AgentKind *const kinds[] = {
#define AGENT(name) &agent_##name,
#include "search/agents.def"
#undef AGENT
    NULL,
};

struct Agent {
  const AgentKind *kind;
  void *self;
  const char *missing;   // why it cannot play: a file it needs has changed or gone; else NULL
  SearchReport unasked;  // filled when the caller wants no report
  const char *failure;   // of the last choice
};

const AgentKind *const *agent_kinds(void) { return kinds; }

static const AgentKind *find(Str name) {
  for (const AgentKind *const *kind = kinds; *kind; kind++) {
    if (str_is(name, (*kind)->name)) return *kind;
  }
  return NULL;
}

static const char *unknown(Arena *arena, Str name) {
  const char *names[COUNT_OF(kinds)];
  size_t n = 0;
  for (const AgentKind *const *kind = kinds; *kind; kind++) names[n++] = (*kind)->name;
  const char *near = nearest_name(name, names, n);
  if (near) return arena_printf(arena, "no agent is called '%.*s'; did you mean '%s'?", (int)name.n, name.p, near);
  return arena_printf(arena, "no agent is called '%.*s'; `senet help agents` lists them", (int)name.n, name.p);
}

bool agent_parse(Arena *arena, Str text, AgentSpec *spec, const char **why) {
  const char *colon = memchr(text.p, ':', text.n);
  Str name = {text.p, colon ? (size_t)(colon - text.p) : text.n};
  Str given = colon ? (Str){colon + 1, text.n - name.n - 1} : (Str){text.p, 0};
  const AgentKind *kind = find(name);
  if (!kind) {
    *why = unknown(arena, name);
    return false;
  }
  void *options = arena_zero(arena, kind->size + 1);
  search_options_default(kind->options, options);
  bool preset = !kind->preset || search_options_read(arena, kind->options, str_of(kind->preset), options, why);
  assert(preset);
  (void)preset;
  *spec = (AgentSpec){.text = arena_text(arena, text), .kind = kind, .options = options};
  bool good = search_options_read(arena, kind->options, given, options, why);
  if (good && kind->refuse) good = (*why = kind->refuse(options)) == NULL;
  if (!good) *why = arena_printf(arena, "agent %s: %s", kind->name, *why);
  return good;
}

// Whether a part between commas goes on with the options of the agent before it.
static bool continues(Str part) {
  const char *equals = memchr(part.p, '=', part.n), *colon = memchr(part.p, ':', part.n);
  return equals && (!colon || equals < colon);
}

Str agent_next(Str text) {
  size_t end = 0;
  for (;;) {
    size_t at = option_comma(text, end);
    if (at == text.n) return text;
    Str rest = {text.p + at + 1, text.n - at - 1};
    if (!continues((Str){rest.p, option_comma(rest, 0)})) return (Str){text.p, at};
    end = at + 1;
  }
}

bool agent_parse_list(Arena *arena, Str text, AgentSpec **specs, int *n, const char **why) {
  VEC(AgentSpec) list = {0};
  bool good = true;
  while (good) {
    Str part = agent_next(text);
    AgentSpec spec = {0};
    good = agent_parse(arena, part, &spec, why);
    VEC_PUSH(&list, spec);
    if (part.n == text.n) break;
    text = (Str){text.p + part.n + 1, text.n - part.n - 1};
  }
  *specs = VEC_TO_ARENA(&list, arena);
  *n = (int)list.n;
  VEC_FREE(&list);
  return good;
}

// The row of an option, or NULL.
static const SearchOption *option_row(const AgentSpec *spec, const char *option) {
  const SearchOption *row = spec->kind->options;
  while (row && row->name && strcmp(row->name, option) != 0) row++;
  return row && row->name ? row : NULL;
}

bool agent_set(AgentSpec *spec, const char *option, double value) {
  const SearchOption *row = option_row(spec, option);
  return row && search_option_set(row, value, (void *)(uintptr_t)spec->options);
}

bool agent_get(const AgentSpec *spec, const char *option, double *value) {
  const SearchOption *row = option_row(spec, option);
  return row && search_option_get(row, spec->options, value);
}

const char *agent_unsuited(const AgentSpec *spec, const Game *game) {
  return spec->kind->unsuited ? spec->kind->unsuited(game, spec->options) : NULL;
}

// Files may have changed or gone since the agent was found to suit the game.
static const char *find_missing(const AgentSpec *spec, const Game *game) {
  const char *why = spec->kind->refuse ? spec->kind->refuse(spec->options) : NULL;
  return why ? why : agent_unsuited(spec, game);
}

void agent_new(const AgentSpec *spec, const AgentSetting *setting, Agent **out) {
  Agent *agent = mem_alloc_zero(sizeof *agent);
  agent->kind = spec->kind;
  agent->missing = find_missing(spec, setting->game);
  if (!agent->missing) agent->self = spec->kind->open(setting, spec->options);
  if (!agent->self && !agent->missing) agent->missing = "the agent cannot be opened";
  *out = agent;
}

void agent_free(Agent *agent) {
  if (!agent) return;
  if (agent->self) agent->kind->close(agent->self);
  report_free(&agent->unasked);
  mem_free(agent);
}

uint32_t agent_choose(Agent *agent, const Position *x, int seat, SearchReport *report) {
  if (!report) report = &agent->unasked;
  report_clear(report);
  report->failure = agent->missing;
  uint32_t choice = agent->missing ? 0 : agent->kind->choose(agent->self, x, seat, report);
  agent->failure = report->failure;
  return choice;
}

const char *agent_failure(const Agent *agent) { return agent->failure; }
