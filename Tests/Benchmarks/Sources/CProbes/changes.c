#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

// After a transfer of one block.
static int closed(int file, ssize_t count) {
  int error = count == 4096 ? 0 : count < 0 ? errno : EIO;
  if (close(file) && !error) error = errno;
  errno = error;
  return error ? -1 : 0;
}

static int change(int directory, enum small_operation operation, unsigned number) {
  static char block[4096];
  char name[32], other[32], document[32];
  int file;
  snprintf(name, sizeof name, "item-%06u", number);
  snprintf(other, sizeof other, "renamed-%06u", number);
  snprintf(document, sizeof document, "document-%06u", number);
  switch (operation) {
    case SMALL_CREATE:
      file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
      return file < 0 ? -1 : close(file);
    case SMALL_RENAME: return renameat(directory, name, directory, other);
    case SMALL_UNLINK: return unlinkat(directory, other, 0);
    case SMALL_MKDIR: return mkdirat(directory, name, 0755);
    case SMALL_RMDIR: return unlinkat(directory, name, AT_REMOVEDIR);
    case SMALL_WRITE:
      file = openat(directory, document, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
      return file < 0 ? -1 : closed(file, write(file, block, sizeof block));
    case SMALL_READ:
      file = openat(directory, document, O_RDONLY | O_CLOEXEC);
      return file < 0 ? -1 : closed(file, read(file, block, sizeof block));
    case SMALL_DISCARD: return unlinkat(directory, document, 0);
  }
  errno = EINVAL;
  return -1;
}

int probe_small_operations(int directory, enum small_operation operation, int asks, size_t count, int64_t *elapsed) {
  int64_t start = now();
  struct stat attributes;
  for (size_t i = 0; i < count; i++) {
    if (change(directory, operation, (unsigned)i)) return -errno;
    if (asks && fstat(directory, &attributes)) return -errno;
  }
  *elapsed = now() - start;
  return 0;
}

static int remove_one(const char *path, const struct stat *attributes, int kind, struct FTW *place) {
  (void)attributes, (void)place;
  // What is a mount point, or was never ours to enter, stays; so do the directories above it.
  if (kind == FTW_DP || kind == FTW_D || kind == FTW_DNR) rmdir(path);
  else unlink(path);
  return 0;
}

int probe_remove(const char *path) { return nftw(path, remove_one, 64, FTW_DEPTH | FTW_PHYS | FTW_MOUNT) ? -errno : 0; }
