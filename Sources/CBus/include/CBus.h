#ifndef CBUS_H
#define CBUS_H

#include <stddef.h>
#include <stdint.h>

// sd-bus(3), loaded when it is first used: hardly any command talks to a bus, and a machine without systemd has one of two other libraries
// with the same functions. What is used of the header is declared here, so that nobody needs it for building.

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

/// What a call failed with, of the bus.
typedef struct {
  const char *name;
  const char *message;
  int _need_free;
} fileprovider_bus_error;

/// Functions of sd-bus, by their names without `sd_bus_`.
struct fileprovider_bus {
  int (*open_user)(sd_bus **bus);
  int (*new)(sd_bus **bus);
  int (*set_address)(sd_bus *bus, const char *address);
  int (*set_bus_client)(sd_bus *bus, int is_client);
  int (*start)(sd_bus *bus);
  sd_bus *(*flush_close_unref)(sd_bus *bus);
  int (*call)(
      sd_bus *bus, sd_bus_message *message, uint64_t microseconds, fileprovider_bus_error *error, sd_bus_message **reply);
  int (*get_fd)(sd_bus *bus);
  int (*process)(sd_bus *bus, sd_bus_message **message);
  int (*wait)(sd_bus *bus, uint64_t microseconds);
  void (*error_free)(fileprovider_bus_error *error);
  int (*send)(sd_bus *bus, sd_bus_message *message, uint64_t *cookie);
  int (*flush)(sd_bus *bus);
  int (*message_new_method_call)(
      sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface,
      const char *member);
  int (*message_new_method_return)(sd_bus_message *call, sd_bus_message **message);
  int (*message_new_method_error)(sd_bus_message *call, sd_bus_message **message, const fileprovider_bus_error *error);
  int (*message_new_signal)(
      sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member);
  sd_bus_message *(*message_unref)(sd_bus_message *message);
  int (*message_sensitive)(sd_bus_message *message);
  int (*message_append_basic)(sd_bus_message *message, char type, const void *value);
  int (*message_append_array)(sd_bus_message *message, char type, const void *bytes, size_t size);
  int (*message_open_container)(sd_bus_message *message, char type, const char *contents);
  int (*message_close_container)(sd_bus_message *message);
  int (*message_read_basic)(sd_bus_message *message, char type, void *value);
  int (*message_read_array)(sd_bus_message *message, char type, const void **bytes, size_t *size);
  int (*message_enter_container)(sd_bus_message *message, char type, const char *contents);
  int (*message_exit_container)(sd_bus_message *message);
  int (*message_skip)(sd_bus_message *message, const char *types);
  int (*message_is_signal)(sd_bus_message *message, const char *interface, const char *member);
  int (*message_is_method_call)(sd_bus_message *message, const char *interface, const char *member);
  const char *(*message_get_path)(sd_bus_message *message);
  const char *(*message_get_interface)(sd_bus_message *message);
  const char *(*message_get_member)(sd_bus_message *message);
  const char *(*message_get_sender)(sd_bus_message *message);
  int (*message_get_cookie)(sd_bus_message *message, uint64_t *cookie);
};

/// Loads the library, once.
///
/// @return The functions, or NULL when no library has them.
const struct fileprovider_bus *fileprovider_bus_load(void);

#endif
