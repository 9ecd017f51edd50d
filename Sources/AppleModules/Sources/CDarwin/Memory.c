// Secrets in memory.
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

int openfileprovider_memset_s(void *memory, size_t size, int value, size_t count) {
  if (!memory || size > SIZE_MAX >> 1) return EINVAL;
  size_t filled = count < size ? count : size;
  volatile unsigned char *byte = memory;
  for (size_t i = 0; i < filled; i++) byte[i] = (unsigned char)value;
  return count > SIZE_MAX >> 1 ? EINVAL : count > size ? EOVERFLOW : 0;
}

int openfileprovider_timingsafe_bcmp(const void *one, const void *other, size_t count) {
  const volatile unsigned char *left = one, *right = other;
  unsigned char differs = 0;
  for (size_t i = 0; i < count; i++) differs |= left[i] ^ right[i];
  return differs != 0;
}
