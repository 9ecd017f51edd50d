// The system's SQLite. All of its interface that is used can be called from Swift as it is.

#include <sqlite3.h>
