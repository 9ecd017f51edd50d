#ifndef CCIPHER_H
#define CCIPHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcrypto of OpenSSL, loaded at the first cipher: libcurl, which Foundation loads, has it on nearly every machine. What is used of its
// headers is declared here, so that nobody needs them for building.

/// A cipher with its key, at work.
typedef struct fileprovider_cipher fileprovider_cipher;

/// Begins.
///
/// @param name The cipher as OpenSSL calls it, such as “AES-256-CBC”.
/// @param key As many bytes as the cipher's key has.
/// @param vector As many bytes as a block has; NULL for zeros. Some ciphers have none.
/// @return NULL without libcrypto, or where it does not have the cipher.
fileprovider_cipher *fileprovider_cipher_new(
    const char *name, bool encrypts, bool pads, const uint8_t *key, const uint8_t *vector);

/// Begins anew with the same key.
bool fileprovider_cipher_reset(fileprovider_cipher *cipher, const uint8_t *vector);

/// Takes bytes in, and writes as many, and a block more at most.
///
/// @return How many bytes were written; negative if that failed.
ptrdiff_t fileprovider_cipher_update(fileprovider_cipher *cipher, const uint8_t *bytes, size_t count, uint8_t *out);

/// Writes what is left, a block at most.
///
/// @return How many bytes were written; negative if the bytes were no whole blocks, or have no padding at their end.
ptrdiff_t fileprovider_cipher_finish(fileprovider_cipher *cipher, uint8_t *out);

/// Ends, and forgets the key.
void fileprovider_cipher_free(fileprovider_cipher *cipher);

#endif
