#include "CBus.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct fileprovider_bus bus;
static const struct fileprovider_bus *loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Whether a library has all the functions.
static bool take(void *library) {
#define FUNCTION(name) {"sd_bus_" #name, &bus.name}
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      FUNCTION(open_user),
      FUNCTION(new),
      FUNCTION(set_address),
      FUNCTION(set_bus_client),
      FUNCTION(start),
      FUNCTION(flush_close_unref),
      FUNCTION(call),
      FUNCTION(get_fd),
      FUNCTION(process),
      FUNCTION(wait),
      FUNCTION(error_free),
      FUNCTION(send),
      FUNCTION(flush),
      FUNCTION(message_new_method_call),
      FUNCTION(message_new_method_return),
      FUNCTION(message_new_method_error),
      FUNCTION(message_new_signal),
      FUNCTION(message_unref),
      FUNCTION(message_sensitive),
      FUNCTION(message_append_basic),
      FUNCTION(message_append_array),
      FUNCTION(message_open_container),
      FUNCTION(message_close_container),
      FUNCTION(message_read_basic),
      FUNCTION(message_read_array),
      FUNCTION(message_enter_container),
      FUNCTION(message_exit_container),
      FUNCTION(message_skip),
      FUNCTION(message_is_signal),
      FUNCTION(message_is_method_call),
      FUNCTION(message_get_path),
      FUNCTION(message_get_interface),
      FUNCTION(message_get_member),
      FUNCTION(message_get_sender),
      FUNCTION(message_get_cookie),
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *found = dlsym(library, wanted[i].name);
    if (!found) return false;
    *(void **)wanted[i].place = found;
  }
  return true;
}

static void load(void) {
  const char *const names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    if (take(library)) {
      loaded = &bus;
      return;
    }
    dlclose(library);
  }
}

const struct fileprovider_bus *fileprovider_bus_load(void) {
  pthread_once(&once, load);
  return loaded;
}
