#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

const int probe_path = O_PATH;

int64_t probe_monotonic(void) { return now(); }

int64_t probe_realtime(void) { return now_in(CLOCK_REALTIME); }

int probe_stat(int file, size_t count, uint32_t *times) {
  struct statx s;
  for (size_t i = 0; i < count; i++) {
    int64_t start = now();
    if (statx(file, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, STATX_BASIC_STATS, &s)) return -errno;
    times[i] = (uint32_t)(now() - start);
  }
  return 0;
}

static uint64_t common_factor(uint64_t a, uint64_t b) { return b ? common_factor(b, a % b) : a; }

// Steps of this size visit each of `count` positions once, each far from the one before.
static uint64_t spread(uint64_t count) {
  uint64_t stride = count * 5 / 8 + 1;
  while (common_factor(stride, count) != 1) stride++;
  return stride;
}

int probe_lookups(int directory, const struct tree_shape *shape, size_t count, uint32_t *times) {
  char name[TREE_NAME_BYTES];
  tree_node flat = tree_find(shape, TREE_ROOT, "flat");
  struct statx s;
  if (!flat || count > shape->flat) return -EINVAL;
  uint64_t stride = spread(shape->flat), position = 0;
  for (size_t i = 0; i < count; i++, position = (position + stride) % shape->flat) {
    if (!tree_child(shape, flat, position, name)) return -EINVAL;
    int64_t start = now();
    if (statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &s)) return -errno;
    times[i] = (uint32_t)(now() - start);
  }
  return 0;
}

int probe_wait_for_name(int directory, const char *name, int64_t pause, int64_t timeout, int64_t *seen) {
  struct timespec wait = {.tv_nsec = pause};
  struct statx s;
  for (int64_t end = now() + timeout;;) {
    int missing = statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &s);
    *seen = now_in(CLOCK_REALTIME);
    if (!missing) return 0;
    if (errno != ENOENT) return -errno;
    if (now() > end) return -ETIME;
    nanosleep(&wait, 0);
  }
}
