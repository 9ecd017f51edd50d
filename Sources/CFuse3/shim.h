#ifndef CFUSE3_SHIM_H
#define CFUSE3_SHIM_H

// First, and without the macro below, so that these are the same declarations as in Swift's module of the C library.
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <utime.h>

// The interface version the frontend is written against: libfuse 3.14 (Debian 12) and later.
#define FUSE_USE_VERSION 35
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#endif

#include <fuse_lowlevel.h>
#include <linux/fuse.h>

// What Swift's module of the C library leaves out: headers it does not list, and calls that need _GNU_SOURCE to be
// seen.
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
extern int fallocate(int descriptor, int mode, off_t offset, off_t length);
extern ssize_t copy_file_range(int from, off_t *from_offset, int to, off_t *to_offset, size_t length,
                               unsigned int flags);
extern ssize_t splice(int from, off_t *from_offset, int to, off_t *to_offset, size_t length, unsigned int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);

// close_range(2), glibc 2.34.
extern int close_range(unsigned int first, unsigned int last, int flags);

// statx(2), whose structure <sys/stat.h> declares only with _GNU_SOURCE.
#include <linux/stat.h>
extern int statx(int directory, const char *path, int flags, unsigned int mask, struct statx *status);

#endif
