// Out of memory: whatever there is of it, a command either does its work or says so and ends with EXIT_NO_MEMORY; a
// file that it would have written is whole or as before.
#include "base/file.h"
#include "base/mem.h"

#include "support/support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED
#endif

enum { FIRST_MB = 12 };
static const char before[] = "as it was\n";

// Where a command reads and says what it has to say.
typedef struct Talk {
  const char *input, *messages;
} Talk;

// In the child: little memory.
NORETURN static void run_little(char *const *words, rlim_t bytes, Talk talk) {
  struct rlimit limit = {bytes, bytes};
  int in = open(talk.input, O_RDONLY), out = open("/dev/null", O_WRONLY);
  int err = open(talk.messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  setrlimit(RLIMIT_AS, &limit);
  execv(words[0], words);
  _exit(127);
}

static int status_with(char *const *words, int megabytes, Talk talk) {
  int status;
  pid_t child = fork();
  if (!child) run_little(words, (rlim_t)megabytes << 20, talk);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static bool file_has(Arena *arena, const char *path, const char *part) {
  Str text;
  const char *why;
  return file_read(arena, path, 1 << 20, &text, &why) && strstr(text.p, part);
}

#ifndef SANITIZED
// One command with less memory than it needs, and more and more of it. With every amount it ends as ever or says that
// memory is gone; the file it writes, if any, is whole or as before. A program that the loader cannot even begin (127)
// is no matter of ours.
static void run_with_ever_more(Arena *arena, char *const *words, int last_mb, const char *written, Talk talk) {
  const char *why;
  int done = 0, refused = 0, step = (last_mb - FIRST_MB) / 28;
  for (int mb = FIRST_MB; mb <= last_mb; mb += step) {
    if (written) assert_true(file_write(arena, written, str_of(before), &why));
    int status = status_with(words, mb, talk);
    if (status == 127) continue;
    assert_true(status == 0 || status == EXIT_NO_MEMORY);
    done += status == 0;
    refused += status == EXIT_NO_MEMORY;
    if (written) assert_true(file_has(arena, written, status ? before : "Chess"));
    if (status) assert_true(file_has(arena, talk.messages, "out of memory"));
  }
  assert_true(done > 0);
  assert_true(refused > 0);
}
#endif

static void commands_say_that_memory_is_gone(void **state) {
#ifdef SANITIZED
  skip();
#else
  char *senet = getenv("SENET"), folder[] = "/tmp/senet-memory-XXXXXX";
  if (!senet || !mkdtemp(folder)) skip();
  Arena arena = {0};
  char *record = arena_printf(&arena, "%s/game.txt", folder), *messages = arena_printf(&arena, "%s/err", folder);
  Talk talk = {"/dev/null", messages}, asked = {arena_printf(&arena, "%s/in", folder), messages};
  const char *why, *asks = "setoption name agent value random\ngo\nquit\n",
                   *requests = "{\"id\": 1, \"command\": \"list\"}\n";
  char *play[] = {senet, "play", "--quiet", "--agents", "random,random", "--record", record, "Chess", NULL};
  char *replay[] = {senet, "replay", "-j", "1", record, NULL};
  char *match[] = {senet, "match", "Chess", "--agents", "uct:iterations=5,random", "-n", "1", "-j", "1", NULL};
  run_with_ever_more(&arena, play, 68, record, talk);
  run_with_ever_more(&arena, replay, 68, NULL, talk);
  run_with_ever_more(&arena, match, 180, NULL, talk);
  char *ugi[] = {senet, "ugi", "Tic-Tac-Toe", NULL}, *lines[] = {senet, "lines", "--threads", "2", NULL};
  assert_true(file_write(&arena, asked.input, str_of(asks), &why));
  run_with_ever_more(&arena, ugi, 68, NULL, asked);
  assert_true(file_write(&arena, asked.input, str_of(requests), &why));
  run_with_ever_more(&arena, lines, 68, NULL, asked);
  unlink(asked.input);
  unlink(record);
  unlink(messages);
  rmdir(folder);
  arena_free(&arena);
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(commands_say_that_memory_is_gone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
