// senet: finds the subcommand, sorts its words by its row and runs it.
#include "base/diag.h"
#include "base/mem.h"
#include "cmd/frame/api_load.h"
#include "cmd/frame/command_options.h"
#include "cmd/frame/help.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <unistd.h>

static int run(const Command *command, int argc, char **argv) {
  Arena arena = {0};
  Options options;
  int status = EXIT_USAGE;
  if (options_parse(&arena, command, argc, argv, &options)) {
    if (options.help) status = help_command(command);
    else if (api_words(&options)) status = command->run(&options);
    if (*options.misused) status = EXIT_USAGE;
  }
  arena_free(&arena);
  return status;
}

static int unknown_command(const char *name) {
  const char *near = command_nearest(name);
  fprintf(stderr, "senet: unknown command '%s'", name);
  if (near) fprintf(stderr, "; did you mean '%s'?", near);
  fputs("\nsee: senet help\n", stderr);
  return EXIT_USAGE;
}

// What was printed may have been lost: a full disk is noticed when the last of it is written.
static int check_output(int status) {
  bool failed = ferror(stdout);
  if (!fflush(stdout) && !failed) return status;
  fprintf(stderr, "senet: the output could not be written%s%s\n", errno ? ": " : "", errno ? strerror(errno) : "");
  return status == EXIT_YES ? EXIT_NO : status;
}

// A file opened later must not take the place of a stream that is closed: what is printed would go into it. Reading
// from these finds nothing, writing to them fails.
static void fill_streams(void) {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) open("/dev/null", O_RDONLY);
  }
}

int main(int argc, char **argv) {
  fill_streams();
  json_set_alloc_funcs(mem_alloc, mem_free);  // out of memory ends the same way everywhere
  if (argc < 2) {
    help_overview(stderr);
    return EXIT_USAGE;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--help") || !strcmp(name, "-h")) name = "help";
  if (!strcmp(name, "--version") || !strcmp(name, "-V")) name = "version";
  const Command *command = command_find(name);
  return check_output(command ? run(command, argc - 1, argv + 1) : unknown_command(argv[1]));
}
