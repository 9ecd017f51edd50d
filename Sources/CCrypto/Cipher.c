#include "CCrypto.h"
#include "Library.h"

static const uint8_t NO_VECTOR[16];

fileprovider_cipher *fileprovider_cipher_new(
    const char *name, bool encrypts, bool pads, const uint8_t *key, const uint8_t *vector) {
  const struct fileprovider_libcrypto *library = fileprovider_libcrypto();
  const struct cipher_kind *kind = library ? library->EVP_get_cipherbyname(name) : NULL;
  fileprovider_cipher *cipher = kind ? library->EVP_CIPHER_CTX_new() : NULL;
  if (!cipher) return NULL;
  if (library->EVP_CipherInit_ex(cipher, kind, NULL, key, vector ? vector : NO_VECTOR, encrypts) == 1 &&
      library->EVP_CIPHER_CTX_set_padding(cipher, pads) == 1) {
    return cipher;
  }
  fileprovider_cipher_free(cipher);
  return NULL;
}

bool fileprovider_cipher_reset(fileprovider_cipher *cipher, const uint8_t *vector) {
  // -1: as before, to encrypt or to decrypt.
  return fileprovider_libcrypto()->EVP_CipherInit_ex(cipher, NULL, NULL, NULL, vector ? vector : NO_VECTOR, -1) == 1;
}

ptrdiff_t fileprovider_cipher_update(fileprovider_cipher *cipher, const uint8_t *bytes, size_t count, uint8_t *out) {
  // libcrypto counts with an int.
  const size_t most = 1 << 30;
  ptrdiff_t all = 0;
  while (count > 0) {
    int part = (int)(count < most ? count : most), written = 0;
    if (fileprovider_libcrypto()->EVP_CipherUpdate(cipher, out + all, &written, bytes, part) != 1) return -1;
    all += written;
    bytes += part;
    count -= (size_t)part;
  }
  return all;
}

ptrdiff_t fileprovider_cipher_finish(fileprovider_cipher *cipher, uint8_t *out) {
  int written = 0;
  return fileprovider_libcrypto()->EVP_CipherFinal_ex(cipher, out, &written) == 1 ? written : -1;
}

void fileprovider_cipher_free(fileprovider_cipher *cipher) {
  fileprovider_libcrypto()->EVP_CIPHER_CTX_free(cipher);
}
