#include "CCipher.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct context context;
typedef struct kind kind;

static struct {
  context *(*CIPHER_CTX_new)(void);
  void (*CIPHER_CTX_free)(context *context);
  int (*CIPHER_CTX_set_padding)(context *context, int pads);
  const kind *(*get_cipherbyname)(const char *name);
  int (*CipherInit_ex)(
      context *context, const kind *kind, void *engine, const uint8_t *key, const uint8_t *vector, int encrypts);
  int (*CipherUpdate)(context *context, uint8_t *out, int *written, const uint8_t *bytes, int count);
  int (*CipherFinal_ex)(context *context, uint8_t *out, int *written);
} evp;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Whether a library has all the functions.
static bool take(void *library) {
#define FUNCTION(name) {"EVP_" #name, &evp.name}
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      FUNCTION(CIPHER_CTX_new),   FUNCTION(CIPHER_CTX_free), FUNCTION(CIPHER_CTX_set_padding),
      FUNCTION(get_cipherbyname), FUNCTION(CipherInit_ex),   FUNCTION(CipherUpdate),
      FUNCTION(CipherFinal_ex),
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

struct fileprovider_cipher {
  context *context;
};

static const uint8_t NO_VECTOR[16];

fileprovider_cipher *fileprovider_cipher_new(
    const char *name, bool encrypts, bool pads, const uint8_t *key, const uint8_t *vector) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  const kind *kind = evp.get_cipherbyname(name);
  fileprovider_cipher *cipher = kind ? calloc(1, sizeof *cipher) : NULL;
  if (!cipher) return NULL;
  cipher->context = evp.CIPHER_CTX_new();
  if (cipher->context && evp.CipherInit_ex(cipher->context, kind, NULL, key, vector ? vector : NO_VECTOR, encrypts) == 1 &&
      evp.CIPHER_CTX_set_padding(cipher->context, pads) == 1) {
    return cipher;
  }
  fileprovider_cipher_free(cipher);
  return NULL;
}

bool fileprovider_cipher_reset(fileprovider_cipher *cipher, const uint8_t *vector) {
  // -1: as before, to encrypt or to decrypt.
  return evp.CipherInit_ex(cipher->context, NULL, NULL, NULL, vector ? vector : NO_VECTOR, -1) == 1;
}

ptrdiff_t fileprovider_cipher_update(fileprovider_cipher *cipher, const uint8_t *bytes, size_t count, uint8_t *out) {
  // libcrypto counts with an int.
  const size_t most = 1 << 30;
  ptrdiff_t all = 0;
  while (count > 0) {
    int part = (int)(count < most ? count : most), written = 0;
    if (evp.CipherUpdate(cipher->context, out + all, &written, bytes, part) != 1) return -1;
    all += written;
    bytes += part;
    count -= (size_t)part;
  }
  return all;
}

ptrdiff_t fileprovider_cipher_finish(fileprovider_cipher *cipher, uint8_t *out) {
  int written = 0;
  return evp.CipherFinal_ex(cipher->context, out, &written) == 1 ? written : -1;
}

void fileprovider_cipher_free(fileprovider_cipher *cipher) {
  if (!cipher) return;
  evp.CIPHER_CTX_free(cipher->context);
  free(cipher);
}
