// Programs we talk with. Their standard input and output are one socket, because writing to a socket that nobody reads
// is an error and not a signal.
#include "base/child.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILD_LINE_MAX = 1 << 20 };

// The other side of fork: becomes the shell. A group of its own, so that all of it can be ended, by any signal: threads
// block them.
static void become(const char *command, int fd) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setpgid(0, 0);
  if (dup2(fd, STDIN_FILENO) < 0 || dup2(fd, STDOUT_FILENO) < 0) _exit(127);
  if (fd > STDERR_FILENO) close(fd);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

bool child_start(Child *child, const char *command, const char **why) {
  int ends[2];
  *child = (Child){0};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    *why = "no socket for the program";
    return false;
  }
  pid_t pid = fork();
  if (pid == 0) become(command, ends[1]);
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    *why = "the program could not be started";
    return false;
  }
  child->pid = (int)pid;
  child->fd = ends[0];
  return true;
}

// Sends what the program takes now. False when it no longer listens.
static bool send_some(Child *child) {
  Text *output = &child->output;
  size_t sent = 0;
  while (sent < output->n) {
    ssize_t n = send(child->fd, output->p + sent, output->n - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (n <= 0) {
      text_clear(output);
      return false;
    }
    sent += (size_t)n;
  }
  if (sent) memmove(output->p, output->p + sent, output->n - sent);
  output->n -= sent;
  return true;
}

bool child_send(Child *child, const char *line) {
  if (!child->pid || child->output.n > CHILD_LINE_MAX) return false;
  text_puts(&child->output, line);
  text_char(&child->output, '\n');
  return send_some(child);
}

// Takes a complete line out of what was read.
static bool take_line(Child *child, Text *line) {
  char *end = child->input.n ? memchr(child->input.p, '\n', child->input.n) : NULL;
  if (!end) return false;
  size_t n = (size_t)(end - child->input.p);
  text_clear(line);
  text_puts(line, "");
  text_add(line, (Str){child->input.p, n > 0 && end[-1] == '\r' ? n - 1 : n});
  memmove(child->input.p, end + 1, child->input.n - n - 1);
  child->input.n -= n + 1;
  return true;
}

// Waits until there is something to read, and sends what could not be sent before. CHILD_LINE: all went well.
static ChildRead exchange(Child *child, double seconds) {
  char some[4096];
  struct pollfd wait = {.fd = child->fd, .events = POLLIN | (child->output.n ? POLLOUT : 0)};
  int ready = poll(&wait, 1, seconds > 0 ? (int)(seconds * 1000) + 1 : 0);
  if (ready < 0 && errno == EINTR) return CHILD_LINE;
  if (ready <= 0) return CHILD_NOTHING;
  if (wait.revents & POLLOUT) send_some(child);
  ssize_t got = recv(child->fd, some, sizeof some, MSG_DONTWAIT);
  if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return CHILD_LINE;
  if (got <= 0) return CHILD_ENDED;
  text_add(&child->input, (Str){some, (size_t)got});
  return CHILD_LINE;
}

ChildRead child_read(Child *child, double seconds, Text *line) {
  double until = clock_seconds() + seconds;
  if (!child->pid) return CHILD_ENDED;
  while (!take_line(child, line)) {
    if (child->input.n > CHILD_LINE_MAX) return CHILD_ENDED;
    ChildRead got = exchange(child, until - clock_seconds());
    if (got != CHILD_LINE) return got;
  }
  return CHILD_LINE;
}

// Whether it ended within these seconds. It is not waited for: as long as it is not, its group is no other one.
static bool gone(pid_t pid, double seconds) {
  double until = clock_seconds() + seconds;
  for (;;) {
    siginfo_t info = {0};
    int error = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid == pid || (error && errno != EINTR)) return true;
    if (clock_seconds() >= until) return false;
    poll(NULL, 0, 10);
  }
}

// What it has started itself may go on when it has ended.
void child_end(Child *child) {
  if (child->pid) {
    pid_t pid = (pid_t)child->pid;
    close(child->fd);
    if (!gone(pid, 0.3)) {
      kill(-pid, SIGTERM);
      gone(pid, 0.5);
    }
    kill(-pid, SIGKILL);
    gone(pid, 5);
    waitpid(pid, NULL, WNOHANG);
  }
  text_free(&child->input);
  text_free(&child->output);
  *child = (Child){0};
}
