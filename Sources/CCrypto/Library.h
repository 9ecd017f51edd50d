#ifndef LIBRARY_H
#define LIBRARY_H

#include "CCrypto.h"

// What is used of libcrypto. OpenSSL 1.1 and 3 have these functions by the same names. Its contexts of ciphers and digests are the types of
// CCrypto.h.
struct fileprovider_libcrypto {
  fileprovider_cipher *(*EVP_CIPHER_CTX_new)(void);
  void (*EVP_CIPHER_CTX_free)(fileprovider_cipher *context);
  int (*EVP_CIPHER_CTX_set_padding)(fileprovider_cipher *context, int pads);
  const struct cipher_kind *(*EVP_get_cipherbyname)(const char *name);
  int (*EVP_CipherInit_ex)(
      fileprovider_cipher *context, const struct cipher_kind *kind, void *engine, const uint8_t *key, const uint8_t *vector,
      int encrypts);
  int (*EVP_CipherUpdate)(fileprovider_cipher *context, uint8_t *out, int *written, const uint8_t *bytes, int count);
  int (*EVP_CipherFinal_ex)(fileprovider_cipher *context, uint8_t *out, int *written);

  fileprovider_digest *(*EVP_MD_CTX_new)(void);
  void (*EVP_MD_CTX_free)(fileprovider_digest *context);
  int (*EVP_MD_CTX_copy_ex)(fileprovider_digest *out, const fileprovider_digest *context);
  const struct digest_kind *(*EVP_get_digestbyname)(const char *name);
  int (*EVP_DigestInit_ex)(fileprovider_digest *context, const struct digest_kind *kind, void *engine);
  int (*EVP_DigestUpdate)(fileprovider_digest *context, const void *bytes, size_t count);
  int (*EVP_DigestFinal_ex)(fileprovider_digest *context, uint8_t *out, unsigned *written);

  int (*PKCS5_PBKDF2_HMAC)(
      const char *password, int password_count, const uint8_t *salt, int salt_count, int rounds, const struct digest_kind *kind,
      int key_count, uint8_t *key);
};

// Loads the library at the first call. NULL where there is none.
const struct fileprovider_libcrypto *fileprovider_libcrypto(void);

#endif
