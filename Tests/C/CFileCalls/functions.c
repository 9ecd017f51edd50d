#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

long system_call(long number, long first, long second, long third, long fourth, long fifth) {
  return syscall(number, first, second, third, fourth, fifth);
}

// The third argument of open(2) is there when a file may be made.
#define MODE(mode, flags)                     \
  mode_t mode = 0;                            \
  if (flags & (O_CREAT | __O_TMPFILE)) {      \
    va_list arguments;                        \
    va_start(arguments, flags);               \
    mode = va_arg(arguments, mode_t);         \
    va_end(arguments);                        \
  }

int open(const char *path, int flags, ...) {
  MODE(mode, flags)
  return recorded_open(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE(mode, flags)
  return recorded_open(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE(mode, flags)
  return recorded_open(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE(mode, flags)
  return recorded_open(folder, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) { return recorded_make_folder(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) { return recorded_make_folder(folder, path, mode); }
int unlink(const char *path) { return recorded_unlink(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return recorded_unlink(AT_FDCWD, path, AT_REMOVEDIR); }
int unlinkat(int folder, const char *path, int flags) { return recorded_unlink(folder, path, flags); }
int link(const char *path, const char *new_path) { return recorded_link(AT_FDCWD, path, AT_FDCWD, new_path, 0); }
int linkat(int folder, const char *path, int new_folder, const char *new_path, int flags) {
  return recorded_link(folder, path, new_folder, new_path, flags);
}
int rename(const char *path, const char *new_path) { return recorded_rename(AT_FDCWD, path, AT_FDCWD, new_path, 0); }
int renameat(int folder, const char *path, int new_folder, const char *new_path) {
  return recorded_rename(folder, path, new_folder, new_path, 0);
}
int renameat2(int folder, const char *path, int new_folder, const char *new_path, unsigned int flags) {
  return recorded_rename(folder, path, new_folder, new_path, flags);
}

ssize_t write(int file, const void *bytes, size_t count) { return recorded_write(file, bytes, count); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return recorded_write_at(file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return recorded_write_at(file, bytes, count, offset);
}
int ftruncate(int file, off_t size) { return recorded_truncate(file, size); }
int ftruncate64(int file, off64_t size) { return recorded_truncate(file, size); }
int fallocate(int file, int mode, off_t offset, off_t count) { return recorded_allocate(file, mode, offset, count); }
int fallocate64(int file, int mode, off64_t offset, off64_t count) {
  return recorded_allocate(file, mode, offset, count);
}
int posix_fallocate(int file, off_t offset, off_t count) {
  return recorded_allocate(file, 0, offset, count) == 0 ? 0 : errno;
}
int posix_fallocate64(int file, off64_t offset, off64_t count) { return posix_fallocate(file, offset, count); }

int fsync(int file) { return recorded_synchronize(file); }
int fdatasync(int file) { return recorded_synchronize(file); }
int syncfs(int file) { return recorded_synchronize_all(file); }
