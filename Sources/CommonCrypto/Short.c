// MD5 (RFC 1321), SHA-1, SHA-224 and SHA-256 (FIPS 180-4): 32-bit words, blocks of 64 bytes.

#include "CommonCrypto.h"

#include <string.h>

typedef void (*mixer)(uint32_t *words, const uint8_t *block);

static uint32_t left(uint32_t word, unsigned by) { return word << by | word >> (32 - by); }
static uint32_t right(uint32_t word, unsigned by) { return word >> by | word << (32 - by); }
static uint32_t big(const uint8_t *b) { return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]; }
static uint32_t little(const uint8_t *b) { return (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0]; }

static const uint32_t md5_sines[64] = {
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1,
  0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453,
  0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942,
  0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
  0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d,
  0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static void md5_mix(uint32_t *words, const uint8_t *block) {
  static const unsigned turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
  for (unsigned i = 0; i < 64; i++) {
    uint32_t f;
    unsigned g;
    switch (i / 16) {
      case 0: f = (b & c) | (~b & d); g = i; break;
      case 1: f = (d & b) | (~d & c); g = (5 * i + 1) % 16; break;
      case 2: f = b ^ c ^ d; g = (3 * i + 5) % 16; break;
      default: f = c ^ (b | ~d); g = (7 * i) % 16;
    }
    uint32_t next = b + left(a + f + md5_sines[i] + little(block + 4 * g), turns[i / 16 * 4 + i % 4]);
    a = d, d = c, c = b, b = next;
  }
  words[0] += a, words[1] += b, words[2] += c, words[3] += d;
}

static void sha1_mix(uint32_t *words, const uint8_t *block) {
  uint32_t w[80], a = words[0], b = words[1], c = words[2], d = words[3], e = words[4];
  for (unsigned i = 0; i < 80; i++) {
    w[i] = i < 16 ? big(block + 4 * i) : left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t f = i < 20 ? ((b & c) | (~b & d)) + 0x5a827999
      : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
      : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc : (b ^ c ^ d) + 0xca62c1d6;
    uint32_t next = left(a, 5) + f + e + w[i];
    e = d, d = c, c = left(b, 30), b = a, a = next;
  }
  words[0] += a, words[1] += b, words[2] += c, words[3] += d, words[4] += e;
}

static const uint32_t sha256_rounds[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static void sha256_mix(uint32_t *words, const uint8_t *block) {
  uint32_t w[64], v[8];
  memcpy(v, words, sizeof v);
  for (unsigned i = 0; i < 64; i++) {
    if (i < 16) {
      w[i] = big(block + 4 * i);
    } else {
      uint32_t early = w[i - 15], late = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (right(early, 7) ^ right(early, 18) ^ early >> 3) + (right(late, 17) ^ right(late, 19) ^ late >> 10);
    }
    uint32_t first = v[7] + (right(v[4], 6) ^ right(v[4], 11) ^ right(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + sha256_rounds[i] + w[i];
    uint32_t second = (right(v[0], 2) ^ right(v[0], 13) ^ right(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof v[0]);
    v[4] += first;
    v[0] = first + second;
  }
  for (unsigned i = 0; i < 8; i++) words[i] += v[i];
}

static void add(CC_SHORT_STATE *c, const uint8_t *data, size_t count, mixer mix) {
  size_t filled = c->length % 64;
  c->length += count;
  while (count > 0) {
    size_t part = 64 - filled < count ? 64 - filled : count;
    memcpy(c->rest + filled, data, part);
    data += part, count -= part, filled += part;
    if (filled == 64) mix(c->words, c->rest), filled = 0;
  }
}

static void finish(CC_SHORT_STATE *c, uint8_t *md, unsigned size, int is_little, mixer mix) {
  static const uint8_t padding[64] = {0x80};
  uint64_t bits = c->length * 8;
  uint8_t tail[8];
  for (unsigned i = 0; i < 8; i++) tail[i] = (uint8_t)(bits >> (is_little ? 8 * i : 56 - 8 * i));
  size_t filled = c->length % 64;
  add(c, padding, filled < 56 ? 56 - filled : 120 - filled, mix);
  add(c, tail, 8, mix);
  for (unsigned i = 0; i < size; i++) md[i] = (uint8_t)(c->words[i / 4] >> (is_little ? 8 * (i % 4) : 24 - 8 * (i % 4)));
  memset(c, 0, sizeof *c);
}

#define DIGEST(name, context, size, is_little, mix, ...)                                                  \
  int CC_##name##_Init(context *c) {                                                                      \
    static const uint32_t first[8] = {__VA_ARGS__};                                                       \
    memset(c, 0, sizeof *c);                                                                              \
    memcpy(c->words, first, sizeof first);                                                                \
    return 1;                                                                                             \
  }                                                                                                       \
  int CC_##name##_Update(context *c, const void *data, CC_LONG len) { return add(c, data, len, mix), 1; } \
  int CC_##name##_Final(unsigned char *md, context *c) { return finish(c, md, size, is_little, mix), 1; } \
  unsigned char *CC_##name(const void *data, CC_LONG len, unsigned char *md) {                            \
    context c;                                                                                            \
    CC_##name##_Init(&c);                                                                                 \
    CC_##name##_Update(&c, data, len);                                                                    \
    CC_##name##_Final(md, &c);                                                                            \
    return md;                                                                                            \
  }

DIGEST(MD5, CC_MD5_CTX, 16, 1, md5_mix, 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
DIGEST(SHA1, CC_SHA1_CTX, 20, 0, sha1_mix, 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)
DIGEST(SHA224, CC_SHA256_CTX, 28, 0, sha256_mix, 0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4)
DIGEST(SHA256, CC_SHA256_CTX, 32, 0, sha256_mix, 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)
