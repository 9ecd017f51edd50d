// Copies and clones of a file.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum {
  status = 2, attributes = 4, data = 8, recursive = 0x8000, exclusive = 0x20000, noFollowFrom = 0x40000,
  noFollowTo = 0x80000, move = 0x100000, unlinkFirst = 0x200000, clone = 0x1000000, forceClone = 0x2000000,
};

static int copyData(int from, int to) {
  char buffer[1 << 16];
  off_t offset = 0;
  if (ftruncate(to, 0) != 0) return -1;
  for (;;) {
    ssize_t count = pread(from, buffer, sizeof buffer, offset);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return (int)count;
    for (ssize_t done = 0; done < count;) {
      ssize_t written = pwrite(to, buffer + done, (size_t)(count - done), offset + done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return -1;
      done += written;
    }
    offset += count;
  }
}

// What the file system of the copy has no attributes for stays behind, as on macOS.
static int copyAttributes(int from, int to) {
  enum { limit = 65536 };
  char *list = calloc(1, limit + 1), *value = malloc(limit);
  ssize_t length = list == NULL || value == NULL ? -1 : flistxattr(from, list, limit);
  int result = length < 0 && errno != ENOTSUP ? -1 : 0;
  for (ssize_t start = 0; result == 0 && start < length; start += (ssize_t)strlen(list + start) + 1) {
    if (strncmp(list + start, "user.", 5) != 0) continue;
    ssize_t size = fgetxattr(from, list + start, value, limit);
    if (size < 0 || fsetxattr(to, list + start, value, (size_t)size, 0) != 0) result = errno == ENOTSUP ? 0 : -1;
  }
  int error = errno;
  free(list);
  free(value);
  errno = error;
  return result;
}

static int copyStatus(int from, int to) {
  struct stat information;
  if (fstat(from, &information) != 0 || fchmod(to, information.st_mode & 07777) != 0) return -1;
  struct timespec times[2] = {information.st_atim, information.st_mtim};
  return futimens(to, times);
}

static int copyOpen(int from, int to, uint32_t flags) {
  if (flags & data && copyData(from, to) != 0) return -1;
  if (flags & attributes && copyAttributes(from, to) != 0) return -1;
  return flags & status ? copyStatus(from, to) : 0;
}

static int isSame(const struct stat *one, const struct stat *other) {
  return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

// A file that is copied to itself stays as it is: it would be emptied before it is read.
int openfileprovider_fcopyfile(int from, int to, void *state, uint32_t flags) {
  (void)state;
  struct stat one, other;
  if (fstat(from, &one) != 0 || fstat(to, &other) != 0) return -1;
  return isSame(&one, &other) ? 0 : copyOpen(from, to, flags);
}

static int cloneOpen(int from, int to, uint32_t flags) {
  (void)flags;
  if (ioctl(to, FICLONE, from) != 0) {
    errno = ENOTSUP;
    return -1;
  }
  return copyOpen(from, to, attributes | status);
}

// Opens both, makes the copy, and leaves nothing of one that fails where no file was.
static int copyPaths(
    const char *from, const char *to, int fromOptions, int toOptions, uint32_t flags, int (*copy)(int, int, uint32_t)) {
  struct stat information;
  int source = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK | fromOptions);
  if (source < 0) return -1;
  int target = -1, isNew = 1;
  if (fstat(source, &information) == 0) {
    if (!S_ISREG(information.st_mode)) {
      errno = ENOTSUP;
    } else {
      target = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, information.st_mode & 0777);
      if (target < 0 && errno == EEXIST && !(toOptions & O_EXCL)) {
        isNew = 0;
        target = open(to, O_RDWR | O_CLOEXEC | toOptions);
      }
    }
  }
  struct stat other;
  int result = target < 0 || fstat(target, &other) != 0 ? -1 : 0;
  if (result == 0 && !isSame(&information, &other)) result = copy(source, target, flags);
  int error = errno;
  if (target >= 0 && close(target) != 0 && result == 0) {
    error = errno;
    result = -1;
  }
  if (result != 0 && target >= 0 && isNew) unlink(to);
  close(source);
  errno = error;
  return result;
}

int openfileprovider_clonefile(const char *from, const char *to, uint32_t flags) {
  return copyPaths(from, to, flags & 1 ? O_NOFOLLOW : 0, O_EXCL, 0, cloneOpen);
}

int openfileprovider_copyfile(const char *from, const char *to, void *state, uint32_t flags) {
  (void)state;
  if (flags & recursive) {
    errno = ENOTSUP;
    return -1;
  }
  // Nothing is removed that there is no copy of: neither the copy's place for the sake of a file that cannot be read, nor a file that is the copy.
  int same = 0;
  if (flags & (unlinkFirst | move)) {
    struct stat one, other;
    if (access(from, R_OK) != 0 || stat(from, &one) != 0) return -1;
    if (!S_ISREG(one.st_mode)) {
      errno = ENOTSUP;
      return -1;
    }
    same = stat(to, &other) == 0 && isSame(&one, &other);
  }
  if (flags & unlinkFirst && !same && unlink(to) != 0 && errno != ENOENT) return -1;
  int follow = flags & noFollowFrom ? O_NOFOLLOW : 0;
  int result = -1;
  if (flags & (clone | forceClone)) result = copyPaths(from, to, follow, O_EXCL, 0, cloneOpen);
  if (result != 0 && !(flags & forceClone)) {
    uint32_t parts = flags & clone ? flags | data | attributes | status : flags;
    int options = (flags & (exclusive | clone) ? O_EXCL : 0) | (flags & noFollowTo ? O_NOFOLLOW : 0);
    result = copyPaths(from, to, follow, options, parts, copyOpen);
  }
  return result == 0 && flags & move && !same ? unlink(from) : result;
}

void *openfileprovider_copyfile_state_alloc(void) { return calloc(1, 1); }

int openfileprovider_copyfile_state_free(void *state) {
  free(state);
  return 0;
}
