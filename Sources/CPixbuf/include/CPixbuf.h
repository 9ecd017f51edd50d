#ifndef C_PIXBUF_H
#define C_PIXBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Pictures, read and written by gdk-pixbuf, which is loaded when it is first used: only extensions with thumbnails need it, and none of its
// headers is needed for building.

/// A picture: four bytes a pixel (red, green, blue and alpha, which is not multiplied into them), row after row from the top, without gaps.
struct fileprovider_picture {
  int width;
  int height;
  /// For the caller to `free`.
  uint8_t *pixels;
  /// Its size in the file.
  int file_width;
  int file_height;
  /// How its first row and column lie, as EXIF counts: 1 to 8.
  int orientation;
  /// The file's kind, as gdk-pixbuf calls it: `png`, `jpeg`.
  char format[16];
};

/// Reads a picture. One whose longer side is above `limit` is made smaller, unless that is 0; `upright` turns it as its orientation says.
///
/// False where there is no gdk-pixbuf, for what is no picture, and for one of more than 2^28 pixels.
bool fileprovider_picture_read(
    const void *bytes, size_t size, int limit, bool upright, struct fileprovider_picture *picture);

/// Writes a picture in a format as gdk-pixbuf calls it. The quality, from 0 to 100, is a JPEG's; below 0 it is gdk-pixbuf's own.
///
/// False where there is no gdk-pixbuf, or it does not write that format. The bytes are the caller's, to `free`.
bool fileprovider_picture_write(
    const uint8_t *pixels, int width, int height, const char *format, int quality, uint8_t **bytes, size_t *size);

#endif
