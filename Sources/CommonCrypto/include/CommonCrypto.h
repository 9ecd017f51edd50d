// Digests, HMAC and random bytes under Apple's names, for extensions that name contents by them. Ciphers are not here.

#ifndef COMMON_CRYPTO_H
#define COMMON_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t CC_LONG;
typedef uint64_t CC_LONG64;

#define CC_MD5_DIGEST_LENGTH 16
#define CC_SHA1_DIGEST_LENGTH 20
#define CC_SHA224_DIGEST_LENGTH 28
#define CC_SHA256_DIGEST_LENGTH 32
#define CC_SHA384_DIGEST_LENGTH 48
#define CC_SHA512_DIGEST_LENGTH 64
#define CC_MD5_BLOCK_BYTES 64
#define CC_SHA1_BLOCK_BYTES 64
#define CC_SHA256_BLOCK_BYTES 64
#define CC_SHA512_BLOCK_BYTES 128

// A digest that is being made: its words, how many bytes there were, and those that do not fill a block.
typedef struct {
  uint32_t words[8];
  uint64_t length;
  uint8_t rest[64];
} CC_SHORT_STATE;
typedef struct {
  uint64_t words[8];
  uint64_t length;
  uint8_t rest[128];
} CC_SHA512_CTX;
typedef CC_SHORT_STATE CC_MD5_CTX;
typedef CC_SHORT_STATE CC_SHA1_CTX;
typedef CC_SHORT_STATE CC_SHA256_CTX;

// Each returns 1, and the functions that make a digest at once return where it is.
int CC_MD5_Init(CC_MD5_CTX *c);
int CC_MD5_Update(CC_MD5_CTX *c, const void *data, CC_LONG len);
int CC_MD5_Final(unsigned char *md, CC_MD5_CTX *c);
unsigned char *CC_MD5(const void *data, CC_LONG len, unsigned char *md);

int CC_SHA1_Init(CC_SHA1_CTX *c);
int CC_SHA1_Update(CC_SHA1_CTX *c, const void *data, CC_LONG len);
int CC_SHA1_Final(unsigned char *md, CC_SHA1_CTX *c);
unsigned char *CC_SHA1(const void *data, CC_LONG len, unsigned char *md);

int CC_SHA224_Init(CC_SHA256_CTX *c);
int CC_SHA224_Update(CC_SHA256_CTX *c, const void *data, CC_LONG len);
int CC_SHA224_Final(unsigned char *md, CC_SHA256_CTX *c);
unsigned char *CC_SHA224(const void *data, CC_LONG len, unsigned char *md);

int CC_SHA256_Init(CC_SHA256_CTX *c);
int CC_SHA256_Update(CC_SHA256_CTX *c, const void *data, CC_LONG len);
int CC_SHA256_Final(unsigned char *md, CC_SHA256_CTX *c);
unsigned char *CC_SHA256(const void *data, CC_LONG len, unsigned char *md);

int CC_SHA384_Init(CC_SHA512_CTX *c);
int CC_SHA384_Update(CC_SHA512_CTX *c, const void *data, CC_LONG len);
int CC_SHA384_Final(unsigned char *md, CC_SHA512_CTX *c);
unsigned char *CC_SHA384(const void *data, CC_LONG len, unsigned char *md);

int CC_SHA512_Init(CC_SHA512_CTX *c);
int CC_SHA512_Update(CC_SHA512_CTX *c, const void *data, CC_LONG len);
int CC_SHA512_Final(unsigned char *md, CC_SHA512_CTX *c);
unsigned char *CC_SHA512(const void *data, CC_LONG len, unsigned char *md);

enum { kCCHmacAlgSHA1, kCCHmacAlgMD5, kCCHmacAlgSHA256, kCCHmacAlgSHA384, kCCHmacAlgSHA512, kCCHmacAlgSHA224 };
typedef uint32_t CCHmacAlgorithm;
void CCHmac(CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data, size_t dataLength, void *macOut);

typedef int32_t CCRNGStatus;
typedef int32_t CCCryptorStatus;
enum { kCCSuccess = 0, kCCParamError = -4300, kCCRNGFailure = -4307 };
CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count);

#endif
