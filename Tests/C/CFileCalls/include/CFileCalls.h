// Functions that a program has in the place of libc's, for itself and for every library that it has loaded, SQLite among them: a dynamic linker
// looks into the program first. They are in C because what Swift makes public in a program is not visible to libraries, and because some are
// variadic. Each calls one that is written in Swift, of the program that links this.

#ifndef C_FILE_CALLS_H
#define C_FILE_CALLS_H

#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>

int recorded_open(int folder, const char *path, int flags, mode_t mode);
int recorded_make_folder(int folder, const char *path, mode_t mode);
int recorded_unlink(int folder, const char *path, int flags);
int recorded_link(int folder, const char *path, int new_folder, const char *new_path, int flags);
int recorded_rename(int folder, const char *path, int new_folder, const char *new_path, unsigned int flags);
ssize_t recorded_write(int file, const void *bytes, size_t count);
ssize_t recorded_write_at(int file, const void *bytes, size_t count, off_t offset);
int recorded_truncate(int file, off_t size);
int recorded_allocate(int file, int mode, off_t offset, off_t count);
int recorded_synchronize(int file);
int recorded_synchronize_all(int file);

// syscall(2), which Swift cannot call.
long system_call(long number, long first, long second, long third, long fourth, long fifth);

enum {
  call_openat = SYS_openat, call_write = SYS_write, call_pwrite = SYS_pwrite64, call_ftruncate = SYS_ftruncate,
  call_fallocate = SYS_fallocate, call_mkdirat = SYS_mkdirat, call_unlinkat = SYS_unlinkat, call_linkat = SYS_linkat,
  call_renameat2 = SYS_renameat2, call_fsync = SYS_fsync, call_syncfs = SYS_syncfs
};

#endif
