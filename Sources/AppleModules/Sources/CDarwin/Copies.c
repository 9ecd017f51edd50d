// Copies and clones of a file.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdbool.h>
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

struct state {
  off_t copied;
  bool isClone;
};

static int copyData(int from, int to, struct state *state) {
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
    if (state != NULL) state->copied = offset;
  }
}

// Linux asks the file's mode whether it may be given attributes, and not what the descriptor is for: as on macOS, a file that its owner may not
// write can be written meanwhile.
static int setAttribute(int to, const char *name, const void *value, size_t size) {
  struct stat information;
  if (fsetxattr(to, name, value, size, 0) == 0) return 0;
  if (errno != EACCES || fstat(to, &information) != 0) return -1;
  if (fchmod(to, (information.st_mode & 07777) | S_IWUSR) != 0) {
    errno = EACCES;
    return -1;
  }
  int result = fsetxattr(to, name, value, size, 0), error = errno;
  if (fchmod(to, information.st_mode & 07777) != 0) return -1;
  errno = error;
  return result;
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
    if (size < 0 || setAttribute(to, list + start, value, (size_t)size) != 0) result = errno == ENOTSUP ? 0 : -1;
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

static int copyOpen(int from, int to, uint32_t flags, struct state *state) {
  if (flags & data && copyData(from, to, state) != 0) return -1;
  if (flags & attributes && copyAttributes(from, to) != 0) return -1;
  return flags & status ? copyStatus(from, to) : 0;
}

static int isSame(const struct stat *one, const struct stat *other) {
  return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

// A file that is copied to itself stays as it is: it would be emptied before it is read.
int openfileprovider_fcopyfile(int from, int to, struct state *state, uint32_t flags) {
  struct stat one, other;
  if (fstat(from, &one) != 0 || fstat(to, &other) != 0) return -1;
  return isSame(&one, &other) ? 0 : copyOpen(from, to, flags, state);
}

// The file system that cannot share extents says so in several ways.
static int cloneOpen(int from, int to, uint32_t flags, struct state *state) {
  (void)flags;
  if (ioctl(to, FICLONE, from) != 0) {
    struct stat one, other;
    int error = errno, isFar = fstat(from, &one) != 0 || fstat(to, &other) != 0 || one.st_dev != other.st_dev;
    errno = error == EINVAL || error == ENOTTY || error == ENOSYS || (error == EXDEV && !isFar) ? ENOTSUP : error;
    return -1;
  }
  if (state != NULL) state->isClone = true;
  return copyOpen(from, to, attributes | status, state);
}

// Opens a file that is there. As on macOS, one of our own that is read-only is no obstacle: it is writable until it is open.
static int openExisting(const char *to, int options) {
  int file = open(to, O_RDWR | O_CLOEXEC | options);
  if (file >= 0 || errno != EACCES) return file;
  int place = open(to, O_PATH | O_CLOEXEC | options);
  if (place < 0) return -1;
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", place);
  struct stat information;
  if (fstat(place, &information) == 0 && S_ISREG(information.st_mode) &&
      chmod(path, (information.st_mode & 07777) | S_IRUSR | S_IWUSR) == 0) {
    file = open(path, O_RDWR | O_CLOEXEC);
    chmod(path, information.st_mode & 07777);
  }
  close(place);
  if (file < 0) errno = EACCES;
  return file;
}

// Opens both, makes the copy, and leaves nothing of one that fails where no file was.
static int copyPaths(
    const char *from, const char *to, int fromOptions, int toOptions, uint32_t flags, struct state *state,
    int (*copy)(int, int, uint32_t, struct state *)) {
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
        target = openExisting(to, toOptions);
      }
    }
  }
  struct stat other;
  int result = target < 0 || fstat(target, &other) != 0 ? -1 : 0;
  if (result == 0 && !isSame(&information, &other)) result = copy(source, target, flags, state);
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

static int isLink(const char *path) {
  struct stat information;
  return lstat(path, &information) == 0 && S_ISLNK(information.st_mode);
}

static int copyLink(const char *from, const char *to) {
  char target[PATH_MAX];
  ssize_t length = readlink(from, target, sizeof target - 1);
  if (length < 0) return -1;
  target[length] = 0;
  return symlink(target, to);
}

int openfileprovider_clonefile(const char *from, const char *to, uint32_t flags) {
  if (flags & 1 && isLink(from)) return copyLink(from, to);
  return copyPaths(from, to, 0, O_EXCL, 0, NULL, cloneOpen);
}

static int copyPath(const char *from, const char *to, uint32_t flags, int follow, struct state *state) {
  if (follow == O_NOFOLLOW && isLink(from)) return copyLink(from, to);
  int result = -1;
  if (flags & (clone | forceClone)) result = copyPaths(from, to, follow, O_EXCL, 0, state, cloneOpen);
  if (result == 0 || flags & forceClone) return result;
  uint32_t parts = flags & clone ? flags | data | attributes | status : flags;
  int options = (flags & (exclusive | clone) ? O_EXCL : 0) | (flags & noFollowTo ? O_NOFOLLOW : 0);
  return copyPaths(from, to, follow, options, parts, state, copyOpen);
}

// A clone is never one of what a link leads to, as on macOS.
int openfileprovider_copyfile(const char *from, const char *to, struct state *state, uint32_t flags) {
  if (state != NULL) *state = (struct state){0};
  if (flags & recursive) {
    errno = ENOTSUP;
    return -1;
  }
  int follow = flags & (noFollowFrom | clone | forceClone) ? O_NOFOLLOW : 0;
  // Nothing is removed that there is no copy of: neither the copy's place for the sake of a file that cannot be read, nor a file that is the copy.
  int same = 0;
  if (flags & (unlinkFirst | move)) {
    struct stat one, other;
    int link = follow == O_NOFOLLOW && isLink(from);
    if ((!link && access(from, R_OK) != 0) || (link ? lstat : stat)(from, &one) != 0) return -1;
    if (!link && !S_ISREG(one.st_mode)) {
      errno = ENOTSUP;
      return -1;
    }
    same = (link ? lstat : stat)(to, &other) == 0 && isSame(&one, &other);
  }
  if (same && follow == O_NOFOLLOW && isLink(from)) return 0;
  if (flags & unlinkFirst && !same && unlink(to) != 0 && errno != ENOENT) return -1;
  int result = copyPath(from, to, flags, follow, state);
  return result == 0 && flags & move && !same ? unlink(from) : result;
}

void *openfileprovider_copyfile_state_alloc(void) { return calloc(1, sizeof(struct state)); }

int openfileprovider_copyfile_state_free(void *state) {
  free(state);
  return 0;
}

int openfileprovider_copyfile_state_get(const struct state *state, uint32_t flag, void *destination) {
  enum { copied = 8, wasCloned = 10 };
  if (state != NULL && flag == copied) {
    *(off_t *)destination = state->copied;
  } else if (state != NULL && flag == wasCloned) {
    *(bool *)destination = state->isClone;
  } else {
    errno = EINVAL;
    return -1;
  }
  return 0;
}
