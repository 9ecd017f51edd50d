#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"

// Bytes that no file system can shorten.
static char *make_block(size_t size) {
  uint64_t state = 88172645463325252ull;
  char *block = malloc(size);
  for (size_t i = 0; block && i + 8 <= size; i += 8) {
    uint64_t word = next_random(&state);
    memcpy(block + i, &word, 8);
  }
  return block;
}

static int failure(ssize_t length) { return length < 0 ? -errno : -EIO; }

int probe_read(int file, size_t block, uint64_t *bytes, int64_t *elapsed) {
  char *buffer = make_block(block);
  if (!buffer) return -ENOMEM;
  ssize_t length;
  *bytes = 0;
  int64_t start = now();
  while ((length = read(file, buffer, block)) > 0) *bytes += (uint64_t)length;
  *elapsed = now() - start;
  int error = length < 0 ? -errno : 0;
  free(buffer);
  return error;
}

int probe_read_anywhere(int file, size_t block, uint64_t size, size_t count, int64_t *elapsed) {
  char *buffer = make_block(block);
  if (!buffer) return -ENOMEM;
  uint64_t state = 1234567891011ull;
  int error = 0;
  int64_t start = now();
  for (size_t i = 0; i < count && !error; i++) {
    ssize_t length = pread(file, buffer, block, (off_t)(next_random(&state) % (size / block) * block));
    if (length != (ssize_t)block) error = failure(length);
  }
  *elapsed = now() - start;
  free(buffer);
  return error;
}

int probe_write(int file, size_t block, uint64_t size, int64_t *elapsed) {
  char *buffer = make_block(block);
  if (!buffer) return -ENOMEM;
  int error = 0;
  int64_t start = now();
  for (uint64_t at = 0; at < size && !error; at += block) {
    ssize_t length = write(file, buffer, block);
    if (length != (ssize_t)block) error = failure(length);
  }
  *elapsed = now() - start;
  free(buffer);
  return error;
}

int probe_write_anywhere(int file, size_t block, uint64_t size, size_t count, int64_t *elapsed) {
  char *buffer = make_block(block);
  if (!buffer) return -ENOMEM;
  uint64_t state = 1234567891011ull;
  int error = 0;
  int64_t start = now();
  for (size_t i = 0; i < count && !error; i++) {
    ssize_t length = pwrite(file, buffer, block, (off_t)(next_random(&state) % (size / block) * block));
    if (length != (ssize_t)block) error = failure(length);
  }
  *elapsed = now() - start;
  free(buffer);
  return error;
}
