// The system's SQLite.

#include <sqlite3.h>

// Swift cannot call functions with a variable number of arguments.

/// Has SQLite count no memory from now on: each allocation would take one lock of the process. Before anything else is called.
static inline int sqlite3_config_no_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
