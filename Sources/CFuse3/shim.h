#ifndef CFUSE3_SHIM_H
#define CFUSE3_SHIM_H

// The interface version the frontend is written against: libfuse 3.14 (Debian 12) and later.
#define FUSE_USE_VERSION 35
#define _FILE_OFFSET_BITS 64

#include <fuse_lowlevel.h>

#endif
