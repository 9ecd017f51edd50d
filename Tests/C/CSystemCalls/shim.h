// Calls of Linux that tests make and Swift's Glibc module leaves out: they are behind _GNU_SOURCE, or in headers it does not have.
// Each is declared by hand as its manual page has it.

#ifndef C_SYSTEM_CALLS_SHIM_H
#define C_SYSTEM_CALLS_SHIM_H

#include <stddef.h>
#include <sys/statfs.h>
#include <sys/types.h>

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);
int fallocate(int descriptor, int mode, off_t offset, off_t length);
ssize_t copy_file_range(int in, off_t *in_offset, int out, off_t *out_offset, size_t length, unsigned int flags);
int syncfs(int descriptor);

// The first argument is a posix_spawn_file_actions_t.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);

ssize_t llistxattr(const char *path, char *list, size_t size);
ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size);
int lsetxattr(const char *path, const char *name, const void *value, size_t size, int flags);
int lremovexattr(const char *path, const char *name);

enum { open_directory = 0200000, open_no_follow = 0400000, seek_data = 3, seek_hole = 4 };
enum { rename_no_replace = 1, rename_exchange = 2 };
enum { allocate_keep_size = 1, allocate_punch_hole = 2, allocate_zero_range = 16 };
enum { time_now = 0x3fffffff, time_omit = 0x3ffffffe };

#endif
