#ifndef NULLSERVER_H
#define NULLSERVER_H

// Of libfuse 3.14 (Debian 12) and later.
#define FUSE_USE_VERSION 35
#include <fuse_lowlevel.h>

#include "treeshape.h"

// What the command line says. Set before the first request and only read from then on.
struct configuration {
  struct tree_shape shape;
  double timeout;       // of entries, attributes and absent names, in seconds
  unsigned plus;        // readdirplus: 0 never, 1 always, 2 as the kernel likes
  unsigned cache;       // keep directories and pages
};

extern struct configuration configuration;
extern const struct fuse_lowlevel_ops operations;

#endif
