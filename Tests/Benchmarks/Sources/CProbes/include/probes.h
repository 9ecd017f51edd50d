#ifndef PROBES_H
#define PROBES_H

// The loops whose duration is measured. They are in C so that what surrounds a system call costs the same everywhere and
// next to nothing. All return 0 or a negative errno; times are nanoseconds.

#include <stddef.h>
#include <stdint.h>

#include "treeshape.h"

// O_PATH, which Swift's view of glibc leaves out: names a file without opening it.
extern const int probe_path;

int64_t probe_monotonic(void);  // CLOCK_MONOTONIC
int64_t probe_realtime(void);   // CLOCK_REALTIME: what `time` in a line of `tail` counts in

// What a walk saw. `checksum` depends on what was seen (names, kinds, modes, sizes and dates; of directories not the last
// two) and not on the order, so that two trees are the same if their checksums are.
struct walk_result {
  uint64_t items, directories, checksum;
  int64_t elapsed, cpu;
};

enum walk_mode {
  WALK_NAMES,       // getdents64 of one directory
  WALK_STAT,        // the same, with statx of each entry as it comes, as `ls -l` does
  WALK_STAT_DEEP,   // and of all directories beneath, as `find` does; the top counts as an item
};

int probe_walk(const char *path, enum walk_mode mode, struct walk_result *result);

// `count` times statx on a descriptor with AT_STATX_FORCE_SYNC: a FUSE mount asks its server each time, whatever is cached.
int probe_stat(int file, size_t count, uint32_t *times);

// statx of `count` different names of /flat, in no order, relative to the descriptor of that directory.
int probe_lookups(int directory, const struct tree_shape *shape, size_t count, uint32_t *times);

// Asks for `name` every `pause` until it is there; `seen` is then the CLOCK_REALTIME. -ETIME after `timeout`.
int probe_wait_for_name(int directory, const char *name, int64_t pause, int64_t timeout, int64_t *seen);

// A descriptor on which the creations and deletions in a directory are told (inotify).
int probe_watch(const char *path);

// Waits for so many events, and says how long it was from the first to the last. -ETIME when none comes for `timeout`.
int probe_events(int watch, size_t count, int64_t timeout, int64_t *elapsed);

enum small_operation {
  SMALL_CREATE, SMALL_RENAME, SMALL_UNLINK, SMALL_MKDIR, SMALL_RMDIR,
  SMALL_WRITE,    // a new file of 4 KiB
  SMALL_READ,     // opened, read and closed
  SMALL_DISCARD,  // removed with its contents
};

// `count` times the operation in one directory. SMALL_RENAME wants SMALL_CREATE before it, SMALL_UNLINK wants both, and what follows
// SMALL_WRITE wants that. When `asks`, the directory is asked for its attributes after each.
int probe_small_operations(int directory, enum small_operation operation, int asks, size_t count, int64_t *elapsed);

// Contents, `block` bytes at a time: the whole file in order, or `count` blocks anywhere. Random access wants a size that
// is a multiple of the block.
int probe_read(int file, size_t block, uint64_t *bytes, int64_t *elapsed);
int probe_read_anywhere(int file, size_t block, uint64_t size, size_t count, int64_t *elapsed);
int probe_write(int file, size_t block, uint64_t size, int64_t *elapsed);
int probe_write_anywhere(int file, size_t block, uint64_t size, size_t count, int64_t *elapsed);

// Removes what is under `path` and `path` itself, but follows no link and enters no other file system.
int probe_remove(const char *path);

#endif
