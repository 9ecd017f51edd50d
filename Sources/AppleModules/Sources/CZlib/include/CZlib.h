#ifndef CZLIB_H
#define CZLIB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// zlib, loaded when something is first compressed: libcurl, which Foundation loads, has it on every machine. What is used of its header is
// declared here, so that nobody needs it for building.

/// A stream of zlib's, made or taken apart.
typedef struct fileprovider_deflate fileprovider_deflate;

/// How a step ended.
enum fileprovider_deflate_status {
  fileprovider_deflate_ok,
  fileprovider_deflate_end,
  fileprovider_deflate_failed,
};

/// Begins with a raw stream (RFC 1951).
///
/// @param level How much work is done to make it small, 1 to 9; 0 takes one apart.
/// @return NULL without zlib, or without memory.
fileprovider_deflate *fileprovider_deflate_new(int level);

/// Takes bytes in, and gives others out.
///
/// @param source The next of the bytes; moved to the first that was not taken.
/// @param destination Where the others go; moved behind them.
/// @param is_last Whether no more bytes come after these.
/// @return Whether that was the last step, or more bytes or more room are wanted.
enum fileprovider_deflate_status fileprovider_deflate_step(
    fileprovider_deflate *stream, const uint8_t **source, size_t *source_size, uint8_t **destination,
    size_t *destination_size, bool is_last);

void fileprovider_deflate_free(fileprovider_deflate *stream);

#endif
