#ifndef CLIBFUSE_SHIM_H
#define CLIBFUSE_SHIM_H

// The null server includes libfuse's header itself. This module says how to find and link the library.

#endif
