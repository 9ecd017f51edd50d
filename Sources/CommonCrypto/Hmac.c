// HMAC (RFC 2104) and random bytes.

#include "CommonCrypto.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

typedef union {
  CC_SHORT_STATE words32;
  CC_SHA512_CTX words64;
} context;

#define USE(name, state) \
  { (int (*)(void *))CC_##name##_Init, (int (*)(void *, const void *, CC_LONG))CC_##name##_Update, \
    (int (*)(unsigned char *, void *))CC_##name##_Final, CC_##name##_DIGEST_LENGTH, sizeof(((state *)0)->rest) }

// In the order of the numbers in the header.
static const struct {
  int (*init)(void *);
  int (*update)(void *, const void *, CC_LONG);
  int (*final)(unsigned char *, void *);
  size_t size, block;
} digests[] = {
  USE(SHA1, CC_SHORT_STATE), USE(MD5, CC_SHORT_STATE), USE(SHA256, CC_SHORT_STATE),
  USE(SHA384, CC_SHA512_CTX), USE(SHA512, CC_SHA512_CTX), USE(SHA224, CC_SHORT_STATE),
};

// The functions take lengths of 32 bits.
static void feed(unsigned algorithm, context *c, const uint8_t *data, size_t count) {
  while (count > 0) {
    CC_LONG part = count > 1u << 30 ? 1u << 30 : (CC_LONG)count;
    digests[algorithm].update(c, data, part);
    data += part, count -= part;
  }
}

static void begin(unsigned algorithm, context *c, const uint8_t *key, uint8_t mask) {
  uint8_t pad[128];
  for (unsigned i = 0; i < digests[algorithm].block; i++) pad[i] = key[i] ^ mask;
  digests[algorithm].init(c);
  feed(algorithm, c, pad, digests[algorithm].block);
  explicit_bzero(pad, sizeof pad);
}

void CCHmac(CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data, size_t dataLength, void *macOut) {
  if (algorithm >= sizeof digests / sizeof digests[0]) return;
  uint8_t block[128] = {0}, inner[64];
  context c;
  if (keyLength > digests[algorithm].block) {
    digests[algorithm].init(&c);
    feed(algorithm, &c, key, keyLength);
    digests[algorithm].final(block, &c);
  } else if (keyLength > 0) {
    memcpy(block, key, keyLength);
  }
  begin(algorithm, &c, block, 0x36);
  feed(algorithm, &c, data, dataLength);
  digests[algorithm].final(inner, &c);
  begin(algorithm, &c, block, 0x5c);
  feed(algorithm, &c, inner, digests[algorithm].size);
  digests[algorithm].final(macOut, &c);
  // What the key could be found from is left in no memory, which a plain memset may do.
  explicit_bzero(block, sizeof block);
  explicit_bzero(inner, sizeof inner);
  explicit_bzero(&c, sizeof c);
}

CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count) {
  uint8_t *next = bytes;
  if (count > 0 && bytes == NULL) return kCCParamError;
  while (count > 0) {
    ssize_t got = getrandom(next, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return kCCRNGFailure;
    next += got, count -= (size_t)got;
  }
  return kCCSuccess;
}
