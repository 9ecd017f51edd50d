// What the system is, by the names that macOS has for it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <unistd.h>

// The first line of a small file, without its end; 0 if there is none.
static size_t line(const char *path, char *text, size_t size) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  ssize_t count = read(descriptor, text, size - 1);
  close(descriptor);
  if (count <= 0) return 0;
  text[count] = 0;
  text[strcspn(text, "\n")] = 0;
  return strlen(text);
}

static const char *text(const char *name, struct utsname *system, char *buffer, size_t size) {
  if (strcmp(name, "kern.ostype") == 0) return system->sysname;
  if (strcmp(name, "kern.osrelease") == 0) return system->release;
  if (strcmp(name, "kern.osversion") == 0 || strcmp(name, "kern.version") == 0) return system->version;
  if (strcmp(name, "kern.hostname") == 0) return system->nodename;
  if (strcmp(name, "hw.machine") == 0) return system->machine;
  if (strcmp(name, "hw.model") == 0) {
    return line("/sys/class/dmi/id/product_name", buffer, size) > 0 ? buffer : system->machine;
  }
  if (strcmp(name, "kern.bootsessionuuid") == 0) {
    return line("/proc/sys/kernel/random/boot_id", buffer, size) > 0 ? buffer : NULL;
  }
  return NULL;
}

static size_t number(const char *name, int64_t *value) {
  static const char *const processors[] = {"hw.ncpu", "hw.activecpu", "hw.logicalcpu", "hw.logicalcpu_max"};
  for (size_t index = 0; index < sizeof processors / sizeof *processors; index++) {
    if (strcmp(name, processors[index]) != 0) continue;
    *value = sysconf(_SC_NPROCESSORS_ONLN);
    return sizeof(int32_t);
  }
  int isMemory = strcmp(name, "hw.memsize") == 0;
  if (!isMemory && strcmp(name, "hw.pagesize") != 0) return 0;
  *value = (int64_t)sysconf(_SC_PAGESIZE) * (isMemory ? sysconf(_SC_PHYS_PAGES) : 1);
  return sizeof(int64_t);
}

// As macOS does, it tells the size alone where there is no buffer.
static int give(const void *value, size_t size, void *old, size_t *oldSize) {
  if (oldSize == NULL) return 0;
  size_t room = old == NULL ? size : *oldSize;
  if (old != NULL) memcpy(old, value, room < size ? room : size);
  *oldSize = room < size ? room : size;
  if (room >= size) return 0;
  errno = ENOMEM;
  return -1;
}

int openfileprovider_sysctlbyname(const char *name, void *old, size_t *oldSize, void *new, size_t newSize) {
  (void)newSize;
  if (new != NULL) {
    errno = EPERM;
    return -1;
  }
  int64_t value = 0;
  size_t size = number(name, &value);
  int32_t small = (int32_t)value;
  if (size == sizeof small) return give(&small, size, old, oldSize);
  if (size > 0) return give(&value, size, old, oldSize);
  struct utsname system;
  char buffer[256];
  const char *found = uname(&system) == 0 ? text(name, &system, buffer, sizeof buffer) : NULL;
  if (found != NULL) return give(found, strlen(found) + 1, old, oldSize);
  errno = ENOENT;
  return -1;
}


int openfileprovider_pthread_setname_np(const char *name) {
  return prctl(PR_SET_NAME, name, 0, 0, 0) == 0 ? 0 : errno;
}
