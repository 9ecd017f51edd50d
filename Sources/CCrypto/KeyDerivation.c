#include "CCrypto.h"
#include "Library.h"

#include <limits.h>

bool fileprovider_key_derive(
    const char *digest, const void *password, size_t password_count, const void *salt, size_t salt_count, uint32_t rounds,
    void *key, size_t key_count) {
  const struct fileprovider_libcrypto *library = fileprovider_libcrypto();
  const struct digest_kind *kind = library ? library->EVP_get_digestbyname(digest) : NULL;
  // libcrypto counts with an int.
  if (!kind || password_count > INT_MAX || salt_count > INT_MAX || rounds > INT_MAX || key_count > INT_MAX) return false;
  return library->PKCS5_PBKDF2_HMAC(
             password ? password : "", (int)password_count, salt ? salt : "", (int)salt_count, (int)rounds, kind,
             (int)key_count, key) == 1;
}
