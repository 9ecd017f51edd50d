// The system's SQLite, under a name that no other package has.

#include <sqlite3.h>
