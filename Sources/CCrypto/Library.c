#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>

static struct fileprovider_libcrypto functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Whether a library has all the functions.
static bool take(void *library) {
#define FUNCTION(name) {#name, &functions.name}
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      FUNCTION(EVP_CIPHER_CTX_new),   FUNCTION(EVP_CIPHER_CTX_free), FUNCTION(EVP_CIPHER_CTX_set_padding),
      FUNCTION(EVP_get_cipherbyname), FUNCTION(EVP_CipherInit_ex),   FUNCTION(EVP_CipherUpdate),
      FUNCTION(EVP_CipherFinal_ex),   FUNCTION(EVP_MD_CTX_new),      FUNCTION(EVP_MD_CTX_free),
      FUNCTION(EVP_MD_CTX_copy_ex),   FUNCTION(EVP_get_digestbyname), FUNCTION(EVP_DigestInit_ex),
      FUNCTION(EVP_DigestUpdate),     FUNCTION(EVP_DigestFinal_ex),  FUNCTION(PKCS5_PBKDF2_HMAC),
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(library, wanted[i].name);
    if (!found) return false;
    *(void **)wanted[i].place = found;
  }
  return true;
}

static void load(void) {
  const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1"};
  for (size_t i = 0; i < sizeof names / sizeof *names && !is_loaded; i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library) is_loaded = take(library);
  }
}

const struct fileprovider_libcrypto *fileprovider_libcrypto(void) {
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}
