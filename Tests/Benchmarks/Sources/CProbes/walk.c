#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal.h"

// As glibc's readdir asks, so that the kernel is asked as by `ls` and `find`.
enum { BUFFER = 32 * 1024 };

struct directory_entry {
  uint64_t ino;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

// The names of directories yet to be entered lie one after another in `names`; a directory adds its own and takes them
// off again, so the space is that of the deepest chain.
struct walk {
  enum walk_mode mode;
  char *buffer, *names;
  size_t used, capacity;
  struct walk_result *result;
};

static uint64_t mix_into(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x9e3779b97f4a7c15ull; }

static uint64_t checksum(const char *name, size_t length, const struct statx *s) {
  uint64_t hash = 0x51ed270b, word;
  for (; length >= 8; name += 8, length -= 8) hash = mix_into(hash, (memcpy(&word, name, 8), word));
  for (; length; name++, length--) hash = mix_into(hash, (unsigned char)*name);
  hash = mix_into(hash, s->stx_mode);
  if (!S_ISDIR(s->stx_mode)) hash = mix_into(mix_into(hash, s->stx_size), (uint64_t)s->stx_mtime.tv_sec);
  return hash ^ (hash >> 29);
}

static int remember(struct walk *w, const char *name, size_t length) {
  if (w->used + length + 1 > w->capacity) {
    size_t capacity = (w->used + length + 1) * 2;
    char *names = realloc(w->names, capacity);
    if (!names) return -ENOMEM;
    w->names = names;
    w->capacity = capacity;
  }
  memcpy(w->names + w->used, name, length + 1);
  w->used += length + 1;
  return 0;
}

static int visit(struct walk *w, int directory, const struct directory_entry *entry) {
  const char *name = entry->name;
  if (name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]))) return 0;
  w->result->items++;
  if (w->mode == WALK_NAMES) return 0;
  struct statx s;
  if (statx(directory, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_BASIC_STATS, &s)) return -errno;
  size_t length = strlen(name);
  w->result->checksum += checksum(name, length, &s);
  return w->mode == WALK_STAT_DEEP && S_ISDIR(s.stx_mode) ? remember(w, name, length) : 0;
}

static int list(struct walk *w, int directory) {
  long length;
  while ((length = syscall(SYS_getdents64, directory, w->buffer, BUFFER)) > 0) {
    for (long at = 0; at < length;) {
      const struct directory_entry *entry = (const void *)(w->buffer + at);
      int error = visit(w, directory, entry);
      if (error) return error;
      at += entry->length;
    }
  }
  return length < 0 ? -errno : 0;
}

static int enter(struct walk *w, int parent, const char *name) {
  int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (directory < 0) return -errno;
  size_t first = w->used;
  w->result->directories++;
  int error = list(w, directory);
  size_t end = w->used;
  for (size_t at = first; !error && at < end; at += strlen(w->names + at) + 1)
    error = enter(w, directory, w->names + at);
  w->used = first;
  close(directory);
  return error;
}

int probe_walk(const char *path, enum walk_mode mode, struct walk_result *result) {
  struct walk w = {.mode = mode, .buffer = malloc(BUFFER), .result = result};
  if (!w.buffer) return -ENOMEM;
  memset(result, 0, sizeof *result);
  result->items = mode == WALK_STAT_DEEP;
  int64_t start = now(), cpu = now_in(CLOCK_THREAD_CPUTIME_ID);
  int error = enter(&w, AT_FDCWD, path);
  result->elapsed = now() - start;
  result->cpu = now_in(CLOCK_THREAD_CPUTIME_ID) - cpu;
  free(w.buffer);
  free(w.names);
  return error;
}
