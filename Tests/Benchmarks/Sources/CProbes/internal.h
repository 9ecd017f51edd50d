#ifndef PROBES_INTERNAL_H
#define PROBES_INTERNAL_H

#include <errno.h>
#include <time.h>

#include "probes.h"

static inline int64_t now_in(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static inline int64_t now(void) { return now_in(CLOCK_MONOTONIC); }

// xorshift64: the numbers for access in no order, the same in every run.
static inline uint64_t next_random(uint64_t *state) {
  uint64_t x = *state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return *state = x;
}

#endif
