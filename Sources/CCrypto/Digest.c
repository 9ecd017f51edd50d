#include "CCrypto.h"
#include "Library.h"

fileprovider_digest *fileprovider_digest_new(const char *name) {
  const struct fileprovider_libcrypto *library = fileprovider_libcrypto();
  const struct digest_kind *kind = library ? library->EVP_get_digestbyname(name) : NULL;
  fileprovider_digest *digest = kind ? library->EVP_MD_CTX_new() : NULL;
  if (!digest || library->EVP_DigestInit_ex(digest, kind, NULL) == 1) return digest;
  fileprovider_digest_free(digest);
  return NULL;
}

fileprovider_digest *fileprovider_digest_copy(const fileprovider_digest *other) {
  fileprovider_digest *digest = fileprovider_libcrypto()->EVP_MD_CTX_new();
  if (!digest || fileprovider_libcrypto()->EVP_MD_CTX_copy_ex(digest, other) == 1) return digest;
  fileprovider_digest_free(digest);
  return NULL;
}

bool fileprovider_digest_update(fileprovider_digest *digest, const void *bytes, size_t count) {
  return count == 0 || fileprovider_libcrypto()->EVP_DigestUpdate(digest, bytes, count) == 1;
}

size_t fileprovider_digest_finish(fileprovider_digest *digest, uint8_t *out) {
  unsigned written = 0;
  return fileprovider_libcrypto()->EVP_DigestFinal_ex(digest, out, &written) == 1 ? written : 0;
}

void fileprovider_digest_free(fileprovider_digest *digest) { fileprovider_libcrypto()->EVP_MD_CTX_free(digest); }
