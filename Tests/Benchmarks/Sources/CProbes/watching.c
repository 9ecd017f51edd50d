#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "internal.h"

int probe_watch(const char *path) {
  int watch = inotify_init1(IN_CLOEXEC);
  if (watch < 0) return -errno;
  if (inotify_add_watch(watch, path, IN_CREATE | IN_DELETE) >= 0) return watch;
  int failure = errno;
  close(watch);
  return -failure;
}

int probe_events(int watch, size_t count, int64_t timeout, int64_t *elapsed) {
  char buffer[1 << 16] __attribute__((aligned(8)));
  struct pollfd ready = {.fd = watch, .events = POLLIN};
  int64_t first = 0;
  for (size_t seen = 0; seen < count;) {
    if (poll(&ready, 1, (int)(timeout / 1000000)) <= 0) return -ETIME;
    ssize_t size = read(watch, buffer, sizeof buffer);
    int64_t time = now();
    if (size < 0) return -errno;
    for (ssize_t at = 0; at < size; seen++) {
      const struct inotify_event *event = (const struct inotify_event *)(buffer + at);
      if (event->mask & IN_Q_OVERFLOW) return -EOVERFLOW;
      at += (ssize_t)(sizeof *event + event->len);
    }
    if (!first) first = time;
    *elapsed = time - first;
  }
  return 0;
}
