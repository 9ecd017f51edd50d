// Extended attributes with the parameters that macOS has.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>

enum { noFollow = 1, create = 2, replace = 4, known = 7, listed = 65536 };
typedef struct {
  char text[256];
} Name;

static const char class[] = "user.";

// The name that Linux knows it by; 0 if it is too long or an argument is wrong, with errno.
static int named(Name *result, const char *name, uint32_t position, int options) {
  if (name == NULL || position != 0 || (options & ~known) != 0) {
    errno = EINVAL;
    return 0;
  }
  static const char *const classes[] = {class, "trusted.", "security.", "system."};
  const char *prefix = class;
  for (size_t i = 0; i < 4; i++) {
    if (strncmp(name, classes[i], strlen(classes[i])) == 0) prefix = "";
  }
  if (strlen(prefix) + strlen(name) >= sizeof result->text) {
    errno = ENAMETOOLONG;
    return 0;
  }
  strcpy(result->text, prefix);
  strcat(result->text, name);
  return 1;
}

static int flags(int options) {
  return (options & create ? XATTR_CREATE : 0) | (options & replace ? XATTR_REPLACE : 0);
}

ssize_t openfileprovider_getxattr(
    const char *path, const char *name, void *value, size_t size, uint32_t position, int options) {
  Name full;
  if (!named(&full, name, position, options)) return -1;
  if (value == NULL) size = 0;
  return options & noFollow ? lgetxattr(path, full.text, value, size) : getxattr(path, full.text, value, size);
}

ssize_t openfileprovider_fgetxattr(
    int descriptor, const char *name, void *value, size_t size, uint32_t position, int options) {
  Name full;
  if (!named(&full, name, position, options)) return -1;
  return fgetxattr(descriptor, full.text, value, value == NULL ? 0 : size);
}

int openfileprovider_setxattr(
    const char *path, const char *name, const void *value, size_t size, uint32_t position, int options) {
  Name full;
  if (!named(&full, name, position, options)) return -1;
  return options & noFollow ? lsetxattr(path, full.text, value, size, flags(options))
                            : setxattr(path, full.text, value, size, flags(options));
}

int openfileprovider_fsetxattr(
    int descriptor, const char *name, const void *value, size_t size, uint32_t position, int options) {
  Name full;
  if (!named(&full, name, position, options)) return -1;
  return fsetxattr(descriptor, full.text, value, size, flags(options));
}

int openfileprovider_removexattr(const char *path, const char *name, int options) {
  Name full;
  if (!named(&full, name, 0, options)) return -1;
  return options & noFollow ? lremovexattr(path, full.text) : removexattr(path, full.text);
}

int openfileprovider_fremovexattr(int descriptor, const char *name, int options) {
  Name full;
  if (!named(&full, name, 0, options)) return -1;
  return fremovexattr(descriptor, full.text);
}

// Leaves of a list the names of the class, without it, and copies them. Takes the list's memory.
static ssize_t chosen(char *list, ssize_t length, char *names, size_t size) {
  ssize_t used = 0;
  for (ssize_t start = 0; start < length;) {
    size_t whole = strlen(list + start) + 1;
    if (strncmp(list + start, class, strlen(class)) == 0) {
      size_t short_ = whole - strlen(class);
      memmove(list + used, list + start + strlen(class), short_);
      used += (ssize_t)short_;
    }
    start += (ssize_t)whole;
  }
  if (length < 0) {
    used = -1;
  } else if (names != NULL && (size_t)used > size) {
    errno = ERANGE;
    used = -1;
  } else if (names != NULL) {
    memcpy(names, list, (size_t)used);
  }
  int error = errno;
  free(list);
  errno = error;
  return used;
}

// One byte more than the longest list, so that the last name always ends.
static char *newList(void) { return calloc(1, listed + 1); }

ssize_t openfileprovider_listxattr(const char *path, char *names, size_t size, int options) {
  char *list = newList();
  if (list == NULL) return -1;
  return chosen(
      list, options & noFollow ? llistxattr(path, list, listed) : listxattr(path, list, listed), names, size);
}

ssize_t openfileprovider_flistxattr(int descriptor, char *names, size_t size, int options) {
  (void)options;
  char *list = newList();
  if (list == NULL) return -1;
  return chosen(list, flistxattr(descriptor, list, listed), names, size);
}
