// The system's SQLite under the name that it has on Apple's systems, for extensions that keep an index in it.
@_exported public import CAppleSQLite3

// What SQLite on Apple's systems asks of an encrypted disk. Without effect: SQLite on Linux takes no such flags, so they are none.

/// A file that is closed while the machine is locked.
public let SQLITE_OPEN_FILEPROTECTION_COMPLETE: Int32 = 0
/// A file that stays open if it was open.
public let SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN: Int32 = 0
/// A file that is open once the person has logged in.
public let SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION: Int32 = 0
/// A file that is always open.
public let SQLITE_OPEN_FILEPROTECTION_NONE: Int32 = 0
