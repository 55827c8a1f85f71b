// senet lines: JSON objects on standard input, one per line, answered on standard output in the same way, for programs
// in any language. Requests have ids and are worked on by several threads, so answers may come in another order.
#include "cmd/play/lines.h"

#include "base/diag.h"
#include "base/thread.h"
#include "cmd/frame/api_load.h"
#include "cmd/frame/line_input.h"

#include <stdio.h>

enum { LINES_WAITING_MAX = 100000, LINES_MEGABYTES = 16, LINES_MEGABYTES_WAITING = 128 };

// ---- answers ---------------------------------------------------------------------------------------

void lines_say(Lines *lines, json_t *answer) {
  char *text = json_dumps(answer, JSON_COMPACT | JSON_REAL_PRECISION(8));
  lock_take(&lines->out);
  printf("%s\n", text ? text : "{\"error\":\"the answer cannot be written\"}");
  fflush(stdout);
  lock_give(&lines->out);
  mem_free(text);
  json_decref(answer);
}

void lines_complain(Lines *lines, json_t *id, const char *format, ...) {
  va_list args;
  Arena arena = {0};
  va_start(args, format);
  const char *text = arena_vprintf(&arena, format, args);
  va_end(args);
  json_t *answer = json_object();
  json_object_set_new(answer, "id", id ? json_incref(id) : json_null());
  json_t *sentence = json_string(text);
  json_object_set_new(answer, "error", sentence ? sentence : json_string("the request is not valid UTF-8"));
  lines_say(lines, answer);
  arena_free(&arena);
}

// ---- jobs ------------------------------------------------------------------------------------------

bool lines_cancelled(Lines *lines, LinesJob *job) {
  lock_take(&lines->lock);
  bool cancelled = job->cancelled;
  lock_give(&lines->lock);
  return cancelled;
}

void lines_agent(Lines *lines, LinesJob *job, senet_agent *agent) {
  lock_take(&lines->lock);
  job->agent = agent;
  if (agent && job->cancelled) senet_agent_stop(agent);
  lock_give(&lines->lock);
}

static void free_job(LinesJob *job) {
  json_decref(job->request);
  mem_free(job);
}

// The next job for a thread, or NULL when there will be no more.
static LinesJob *take_job(Lines *lines) {
  lock_take(&lines->lock);
  while (!lines->first && !lines->ended) signal_wait(&lines->more, &lines->lock);
  LinesJob *job = lines->first;
  if (job) {
    lines->first = job->next;
    if (!lines->first) lines->last = NULL;
    lines->waiting--;
    job->next = lines->running;
    lines->running = job;
  }
  lock_give(&lines->lock);
  return job;
}

static void finish_job(Lines *lines, LinesJob *job) {
  lock_take(&lines->lock);
  LinesJob **at = &lines->running;
  while (*at != job) at = &(*at)->next;
  *at = job->next;
  lines->bytes -= job->bytes;
  lock_give(&lines->lock);
  free_job(job);
}

// bytes: of its line, or of what this job has of it. JSON takes many times as much memory.
static bool add_job(Lines *lines, json_t *request, json_t *id, long turn, size_t bytes) {
  const size_t most = (size_t)LINES_MEGABYTES_WAITING << 20;
  lock_take(&lines->lock);
  bool few = lines->waiting < LINES_WAITING_MAX, small = lines->bytes + bytes <= most;
  if (few && small) {
    LinesJob *job = mem_alloc_zero(sizeof *job);
    *job = (LinesJob){.request = json_incref(request), .id = id, .turn = turn, .bytes = bytes};
    lines->bytes += bytes;
    if (lines->last) lines->last->next = job;
    else lines->first = job;
    lines->last = job;
    lines->waiting++;
    signal_one(&lines->more);
  }
  lock_give(&lines->lock);
  if (!few) lines_complain(lines, id, "%d requests are waiting already", LINES_WAITING_MAX);
  else if (!small) lines_complain(lines, id, "requests of %d megabytes are waiting already", LINES_MEGABYTES_WAITING);
  return few && small;
}

// Everything with this id, or everything: whatever waits answers that it was cancelled, whatever searches ends soon.
static size_t cancel(Lines *lines, const json_t *target) {
  size_t n = 0;
  lock_take(&lines->lock);
  LinesJob *lists[] = {lines->first, lines->running};
  for (size_t i = 0; i < COUNT_OF(lists); i++) {
    for (LinesJob *job = lists[i]; job; job = job->next) {
      if (target && (!job->id || !json_equal(job->id, target))) continue;
      n += !job->cancelled;
      job->cancelled = true;
      if (job->agent) senet_agent_stop(job->agent);
    }
  }
  lock_give(&lines->lock);
  return n;
}

static void answer_cancel(Lines *lines, const json_t *request, json_t *id) {
  size_t n = cancel(lines, json_object_get(request, "target"));
  lines_say(lines, json_pack("{sO? sI}", "id", id, "cancelled", (json_int_t)n));
}

// ---- requests --------------------------------------------------------------------------------------

// An analysis of several turns is a job for each.
static void add_turns(Lines *lines, json_t *request, json_t *id, size_t bytes) {
  json_t *turns = json_object_get(request, "turns"), *moves = json_object_get(request, "moves");
  if (!turns) {
    add_job(lines, request, id, -1, bytes);
    return;
  }
  for (size_t i = 0; i < json_array_size(turns); i++) {
    json_t *turn = json_array_get(turns, i);
    json_int_t number = json_is_integer(turn) ? json_integer_value(turn) : -1;
    if (number < 0 || (size_t)number > json_array_size(moves)) {
      lines_complain(lines, id, "turns are numbers from 0 to the number of moves");
      return;
    }
  }
  if (!json_array_size(turns)) lines_complain(lines, id, "turns is a list of numbers");
  for (size_t i = 0, n = json_array_size(turns); i < n; i++) {
    if (!add_job(lines, request, id, (long)json_integer_value(json_array_get(turns, i)), bytes / n + 1)) return;
  }
}

static void complain_command(Lines *lines, json_t *id, const char *command) {
  Text names = {0};
  lines_names(&names);
  if (command) lines_complain(lines, id, "there is no command '%.100s'; there are %s", command, names.p);
  else lines_complain(lines, id, "there is no \"command\" in the request; there are %s", names.p);
  text_free(&names);
}

// What a request can have, whatever its command.
static const char *const request_fields[] = {"id",      "command", "game",        "text",       "text_name", "options",
                                             "ruleset", "split",   "moves",       "position",   "dice",      "seed",
                                             "n",       "seconds", "agent",       "iterations", "player",    "turns",
                                             "format",  "target",  "report_every"};

// A field that no command knows is a slip: what it was to say would be passed over.
static const char *unknown_field(json_t *request) {
  const char *name;
  json_t *value;
  json_object_foreach(request, name, value) {
    bool known = false;
    for (size_t i = 0; i < COUNT_OF(request_fields) && !known; i++) known = !strcmp(name, request_fields[i]);
    if (!known) return name;
  }
  return NULL;
}

static void complain_field(Lines *lines, json_t *id, const char *name) {
  const char *near = nearest_name(str_of(name), request_fields, COUNT_OF(request_fields));
  if (near) lines_complain(lines, id, "there is no field '%.100s'; did you mean '%s'?", name, near);
  else lines_complain(lines, id, "there is no field '%.100s'", name);
}

// A field that should be a text, or null, and is something else; or NULL.
static const char *misused_field(const json_t *request) {
  static const char *const texts[] = {"command", "game",  "text",     "text_name", "ruleset",
                                      "split",   "agent", "position", "format"};
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    const json_t *value = json_object_get(request, texts[i]);
    if (value && !json_is_string(value) && !json_is_null(value)) return texts[i];
  }
  return NULL;
}

static void take_request(Lines *lines, json_t *request, size_t bytes) {
  const char *unknown = unknown_field(request), *misused = misused_field(request);
  json_t *id = json_object_get(request, "id");
  const char *command = json_string_value(json_object_get(request, "command"));
  if (unknown) complain_field(lines, id, unknown);
  else if (misused) lines_complain(lines, id, "\"%s\" is a text", misused);
  else if (!command) complain_command(lines, id, NULL);
  else if (!strcmp(command, "cancel")) answer_cancel(lines, request, id);
  else if (!lines_known(command)) complain_command(lines, id, command);
  else if (!strcmp(command, "analyse")) add_turns(lines, request, id, bytes);
  else add_job(lines, request, id, -1, bytes);
}

static void take_line(Lines *lines, const Text *line) {
  json_error_t error;
  if (strspn(line->p, " \t") == line->n) return;
  json_t *request = json_loadb(line->p, line->n, JSON_REJECT_DUPLICATES, &error);
  if (!request) lines_complain(lines, NULL, "not JSON at column %d: %s", error.column, error.text);
  else if (!json_is_object(request)) lines_complain(lines, NULL, "a request is a JSON object");
  else take_request(lines, request, line->n);
  json_decref(request);
}

static void listen(void *self) {
  Lines *lines = self;
  Text line = {0};
  const size_t most = (size_t)LINES_MEGABYTES << 20;
  for (LineRead got; (got = line_read(stdin, &line, most)) != LINE_END;) {
    if (got == LINE_TOO_LONG) lines_complain(lines, NULL, "a line has more than %zu bytes", most);
    else take_line(lines, &line);
  }
  text_free(&line);
  lock_take(&lines->lock);
  lines->ended = true;
  signal_all(&lines->more);
  lock_give(&lines->lock);
}

// One of the threads that take jobs until there will be no more.
static void work(void *self, size_t index, int worker) {
  (void)index, (void)worker;
  Lines *lines = self;
  for (LinesJob *job; (job = take_job(lines)) != NULL;) {
    lines_work(lines, job);
    finish_job(lines, job);
  }
}

static int run_lines(const Options *options) {
  Lines lines = {.executor = options_value(options, "--executor")};
  int64_t threads = thread_processors();
  Pool *pool;
  Thread *listener;
  if (!options_integer(options, "--threads", 1, 256, &threads)) return EXIT_USAGE;
  if (!api_open(options, &lines.library)) return EXIT_NO;
  lock_init(&lines.games_lock);
  lock_init(&lines.lock);
  lock_init(&lines.out);
  signal_init(&lines.more);
  pool_open(&pool, (int)threads);
  thread_start(&listener, listen, &lines);
  pool_run(pool, (size_t)threads, work, &lines);
  thread_end(listener);
  pool_close(pool);
  lines_free_games(&lines);
  signal_free(&lines.more);
  lock_free(&lines.out);
  lock_free(&lines.lock);
  lock_free(&lines.games_lock);
  senet_library_free(lines.library);
  return EXIT_YES;
}

static const CommandOption lines_options[] = {
    {"--library", "PATH", "Adds the games and defines of a folder with lud/ and def/, or of a Ludii .jar.", true},
    EXECUTOR_OPTION,
    {"--threads", "N", "Works on N requests at a time; default: one per processor."},
    {0},
};

const Command command_lines = {
    .name = "lines",
    .usage = "",
    .doc = "Answers requests in JSON, one per line, for programs in any language.",
    .details =
        "A request is an object with a command, an id of any kind that comes back with the answer, and what the "
        "command\n"
        "needs: load, legal, apply, analyse, draw, playout, list, version, cancel. docs/LINES.md describes them.",
    .least = 0,
    .most = 0,
    .options = lines_options,
    .run = run_lines,
};
