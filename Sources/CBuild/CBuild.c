#include "CBuild.h"

#ifndef FILEPROVIDER_COMMIT
#define FILEPROVIDER_COMMIT "unknown"
#endif

const char *fileprovider_build_commit(void) { return FILEPROVIDER_COMMIT; }
