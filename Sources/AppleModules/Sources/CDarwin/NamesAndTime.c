// Renames with options, and the clock.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

int openfileprovider_renameatx_np(int fromFolder, const char *from, int toFolder, const char *to, unsigned flags) {
  enum { swap = 2, exclusive = 4 };
  if ((flags & ~(unsigned)(swap | exclusive)) != 0 || flags == (swap | exclusive)) {
    errno = EINVAL;
    return -1;
  }
  unsigned options = flags == swap ? RENAME_EXCHANGE : flags == exclusive ? RENAME_NOREPLACE : 0;
  return renameat2(fromFolder, from, toFolder, to, options);
}

int openfileprovider_renamex_np(const char *from, const char *to, unsigned flags) {
  return openfileprovider_renameatx_np(AT_FDCWD, from, AT_FDCWD, to, flags);
}

struct timebase {
  uint32_t numerator;
  uint32_t denominator;
};

uint64_t openfileprovider_clock_gettime_nsec_np(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return 0;
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t openfileprovider_mach_absolute_time(void) { return openfileprovider_clock_gettime_nsec_np(CLOCK_MONOTONIC); }

int openfileprovider_mach_timebase_info(struct timebase *info) {
  info->numerator = 1;
  info->denominator = 1;
  return 0;
}
