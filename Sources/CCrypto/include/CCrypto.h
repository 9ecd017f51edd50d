#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcrypto of OpenSSL, loaded at the first use: nearly every machine has it, because libcurl needs it. The functions used are declared
// in Library.h, so that building does not need its headers.

/// A digest while it is made.
typedef struct fileprovider_digest fileprovider_digest;

/// Begins.
///
/// @param name The digest as OpenSSL calls it, such as “SHA256”.
/// @return NULL without libcrypto, or where it refuses the digest, as it may MD5 under FIPS 140.
fileprovider_digest *fileprovider_digest_new(const char *name);

/// @return NULL if there is no memory for it.
fileprovider_digest *fileprovider_digest_copy(const fileprovider_digest *digest);

/// Adds bytes.
bool fileprovider_digest_update(fileprovider_digest *digest, const void *bytes, size_t count);

/// Ends; only `fileprovider_digest_free` may follow.
///
/// @param out Room for 64 bytes.
/// @return How many bytes were written; 0 if that failed.
size_t fileprovider_digest_finish(fileprovider_digest *digest, uint8_t *out);

/// Forgets what was added.
void fileprovider_digest_free(fileprovider_digest *digest);

/// Derives a key from a password with PBKDF2 and the HMAC of a digest.
///
/// @return Whether it was; false without libcrypto, or where it refuses the digest or a count.
bool fileprovider_key_derive(
    const char *digest, const void *password, size_t password_count, const void *salt, size_t salt_count, uint32_t rounds,
    void *key, size_t key_count);

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
