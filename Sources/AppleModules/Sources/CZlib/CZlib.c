#include "CZlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// z_stream of <zlib.h>, whose layout has not changed since its first release.
typedef struct {
  const uint8_t *next_in;
  unsigned avail_in;
  unsigned long total_in;
  uint8_t *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *(*zalloc)(void *opaque, unsigned items, unsigned size);
  void (*zfree)(void *opaque, void *memory);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;

enum { Z_NO_FLUSH = 0, Z_FINISH = 4, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5, Z_DEFLATED = 8 };
// Negative: without a header and a checksum around the stream.
enum { RAW_WINDOW = -15, MEMORY_LEVEL = 8, DEFAULT_STRATEGY = 0 };
// The first digit of a version is that of the interface.
static const char VERSION[] = "1";

static struct {
  int (*deflateInit2_)(
      z_stream *stream, int level, int method, int window, int memory, int strategy, const char *version, int size);
  int (*deflate)(z_stream *stream, int flush);
  int (*deflateEnd)(z_stream *stream);
  int (*inflateInit2_)(z_stream *stream, int window, const char *version, int size);
  int (*inflate)(z_stream *stream, int flush);
  int (*inflateEnd)(z_stream *stream);
} zlib;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FUNCTION(name) {#name, &zlib.name}
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      FUNCTION(deflateInit2_), FUNCTION(deflate), FUNCTION(deflateEnd),
      FUNCTION(inflateInit2_), FUNCTION(inflate), FUNCTION(inflateEnd),
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(library, wanted[i].name);
    if (!found) return;
    *(void **)wanted[i].place = found;
  }
  is_loaded = true;
}

struct fileprovider_deflate {
  z_stream stream;
  bool is_encoder;
};

fileprovider_deflate *fileprovider_deflate_new(int level) {
  pthread_once(&once, load);
  fileprovider_deflate *made = is_loaded ? calloc(1, sizeof *made) : NULL;
  if (!made) return NULL;
  made->is_encoder = level > 0;
  int status = made->is_encoder
      ? zlib.deflateInit2_(
            &made->stream, level, Z_DEFLATED, RAW_WINDOW, MEMORY_LEVEL, DEFAULT_STRATEGY, VERSION, sizeof made->stream)
      : zlib.inflateInit2_(&made->stream, RAW_WINDOW, VERSION, sizeof made->stream);
  if (status == Z_OK) return made;
  free(made);
  return NULL;
}

enum fileprovider_deflate_status fileprovider_deflate_step(
    fileprovider_deflate *stream, const uint8_t **source, size_t *source_size, uint8_t **destination,
    size_t *destination_size, bool is_last) {
  // zlib counts with 32 bits.
  const unsigned most = 1u << 30;
  z_stream *z = &stream->stream;
  unsigned in = *source_size < most ? (unsigned)*source_size : most;
  unsigned out = *destination_size < most ? (unsigned)*destination_size : most;
  z->next_in = *source;
  z->avail_in = in;
  z->next_out = *destination;
  z->avail_out = out;
  int flush = is_last && in == *source_size ? Z_FINISH : Z_NO_FLUSH;
  int status = stream->is_encoder ? zlib.deflate(z, flush) : zlib.inflate(z, Z_NO_FLUSH);
  *source += in - z->avail_in;
  *source_size -= in - z->avail_in;
  *destination += out - z->avail_out;
  *destination_size -= out - z->avail_out;
  switch (status) {
    case Z_STREAM_END: return fileprovider_deflate_end;
    // Nothing could be done without more bytes or more room.
    case Z_OK: case Z_BUF_ERROR: return fileprovider_deflate_ok;
    default: return fileprovider_deflate_failed;
  }
}

void fileprovider_deflate_free(fileprovider_deflate *stream) {
  if (!stream) return;
  if (stream->is_encoder) zlib.deflateEnd(&stream->stream);
  else zlib.inflateEnd(&stream->stream);
  free(stream);
}
