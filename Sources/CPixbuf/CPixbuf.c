#include "CPixbuf.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct loader loader;
typedef struct pixbuf pixbuf;

// What is used of gdk-pixbuf, and of the libraries that come with it. A GError is never asked for.
static struct {
  loader *(*loader_new)(void);
  int (*loader_write)(loader *loader, const uint8_t *bytes, size_t size, void **error);
  int (*loader_close)(loader *loader, void **error);
  void (*loader_set_size)(loader *loader, int width, int height);
  pixbuf *(*loader_get_pixbuf)(loader *loader);
  void *(*loader_get_format)(loader *loader);
  char *(*format_get_name)(void *format);
  pixbuf *(*apply_embedded_orientation)(pixbuf *pixbuf);
  const char *(*get_option)(pixbuf *pixbuf, const char *key);
  int (*get_width)(const pixbuf *pixbuf);
  int (*get_height)(const pixbuf *pixbuf);
  int (*get_rowstride)(const pixbuf *pixbuf);
  int (*get_n_channels)(const pixbuf *pixbuf);
  const uint8_t *(*read_pixels)(const pixbuf *pixbuf);
  pixbuf *(*new_from_data)(
      const uint8_t *pixels, int space, int has_alpha, int bits, int width, int height, int stride, void *destroy,
      void *data);
  int (*save_to_bufferv)(
      pixbuf *pixbuf, char **buffer, size_t *size, const char *type, char **keys, char **values, void **error);
  unsigned long (*connect)(void *object, const char *signal, void *call, void *data, void *destroy, int flags);
  void (*unref)(void *object);
  void (*free)(void *memory);
} gdk;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FUNCTION(name) {"gdk_pixbuf_" #name, &gdk.name}
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      FUNCTION(loader_new),
      FUNCTION(loader_write),
      FUNCTION(loader_close),
      FUNCTION(loader_set_size),
      FUNCTION(loader_get_pixbuf),
      FUNCTION(loader_get_format),
      FUNCTION(format_get_name),
      FUNCTION(apply_embedded_orientation),
      FUNCTION(get_option),
      FUNCTION(get_width),
      FUNCTION(get_height),
      FUNCTION(get_rowstride),
      FUNCTION(get_n_channels),
      FUNCTION(read_pixels),
      FUNCTION(new_from_data),
      FUNCTION(save_to_bufferv),
      {"g_signal_connect_data", &gdk.connect},
      {"g_object_unref", &gdk.unref},
      {"g_free", &gdk.free},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(library, wanted[i].name);
    if (!found) return;
    *(void **)wanted[i].place = found;
  }
  is_loaded = true;
}

struct size_wish {
  int limit;
  int width;
  int height;
  bool is_too_large;
};

// Called as soon as the loader knows the size. What is smaller than a wish is decoded whole by most loaders, and scaled afterwards: only without any size
// none of them takes memory for the pixels.
static void size_prepared(loader *loader, int width, int height, struct size_wish *wish) {
  wish->width = width;
  wish->height = height;
  if ((int64_t)width * height > 1 << 28) {
    wish->is_too_large = true;
    gdk.loader_set_size(loader, 0, 0);
    return;
  }
  int longer = width > height ? width : height;
  if (wish->limit <= 0 || longer <= wish->limit) return;
  double scale = (double)wish->limit / longer;
  int scaled_width = (int)(width * scale + 0.5), scaled_height = (int)(height * scale + 0.5);
  gdk.loader_set_size(loader, scaled_width > 0 ? scaled_width : 1, scaled_height > 0 ? scaled_height : 1);
}

// Takes the pixels of `source`, with an alpha where it has none.
static bool take(const pixbuf *source, struct fileprovider_picture *picture) {
  int width = gdk.get_width(source), height = gdk.get_height(source), channels = gdk.get_n_channels(source);
  if (channels != 3 && channels != 4) return false;
  uint8_t *pixels = malloc((size_t)width * height * 4);
  if (!pixels) return false;
  const uint8_t *rows = gdk.read_pixels(source);
  for (int y = 0; y < height; y++) {
    const uint8_t *row = rows + (size_t)y * gdk.get_rowstride(source);
    uint8_t *pixel = pixels + (size_t)y * width * 4;
    for (int x = 0; x < width; x++, row += channels, pixel += 4) {
      memcpy(pixel, row, 3);
      pixel[3] = channels == 4 ? row[3] : 255;
    }
  }
  picture->width = width;
  picture->height = height;
  picture->pixels = pixels;
  return true;
}

bool fileprovider_picture_read(
    const void *bytes, size_t size, int limit, bool upright, struct fileprovider_picture *picture) {
  pthread_once(&once, load);
  memset(picture, 0, sizeof *picture);
  if (!is_loaded || size == 0) return false;
  struct size_wish wish = {.limit = limit};
  loader *reading = gdk.loader_new();
  gdk.connect(reading, "size-prepared", (void *)size_prepared, &wish, NULL, 0);
  bool was_written = gdk.loader_write(reading, bytes, size, NULL);
  // A loader has to be closed even when it failed.
  bool is_whole = gdk.loader_close(reading, NULL) && was_written && !wish.is_too_large;
  pixbuf *shown = is_whole ? gdk.loader_get_pixbuf(reading) : NULL;
  bool is_read = false;
  if (shown) {
    const char *orientation = gdk.get_option(shown, "orientation");
    picture->orientation = orientation && *orientation >= '1' && *orientation <= '8' ? *orientation - '0' : 1;
    picture->file_width = wish.width;
    picture->file_height = wish.height;
    void *format = gdk.loader_get_format(reading);
    char *name = format ? gdk.format_get_name(format) : NULL;
    if (name) snprintf(picture->format, sizeof picture->format, "%s", name);
    gdk.free(name);
    pixbuf *turned = upright ? gdk.apply_embedded_orientation(shown) : NULL;
    is_read = take(turned ? turned : shown, picture);
    if (turned) gdk.unref(turned);
  }
  gdk.unref(reading);
  return is_read;
}

bool fileprovider_picture_write(
    const uint8_t *pixels, int width, int height, const char *format, int quality, uint8_t **bytes, size_t *size) {
  pthread_once(&once, load);
  if (!is_loaded) return false;
  pixbuf *picture = gdk.new_from_data(pixels, 0, 1, 8, width, height, width * 4, NULL, NULL);
  if (!picture) return false;
  char text[8];
  snprintf(text, sizeof text, "%d", quality);
  char *keys[] = {"quality", NULL}, *values[] = {text, NULL}, *none[] = {NULL};
  char *buffer = NULL;
  size_t length = 0;
  bool is_written = quality < 0
      ? gdk.save_to_bufferv(picture, &buffer, &length, format, none, none, NULL)
      : gdk.save_to_bufferv(picture, &buffer, &length, format, keys, values, NULL);
  gdk.unref(picture);
  if (!is_written) return false;
  // The caller frees with the C library's function, which need not be the one of GLib.
  *bytes = malloc(length ? length : 1);
  if (*bytes) memcpy(*bytes, buffer, length);
  *size = length;
  gdk.free(buffer);
  return *bytes != NULL;
}
