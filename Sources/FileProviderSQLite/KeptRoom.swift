/// Room on the disk inside the database and its log, in which what must not fail on a full disk is committed.
///
/// Both files have blocks behind their ends (`FALLOC_FL_KEEP_SIZE`), which SQLite does not see and nobody else can have:
///
/// - the log has them for what is committed next, also while a reader keeps it from beginning again;
/// - the database has them for all its pages, those that are still in the log included, and some more. So the log can always be folded, and then
///   begins again where it has its room.
///
/// A commit of something new that would use the last of it is refused, as if the disk were full: which it is, as no other could be taken.
/// The room stays when the store is closed.
struct KeptRoom {
  var isKept = false
  /// Whether the commit at hand may use the last of the room.
  var mayBeUsed = true
  /// Where the room of the log and of the database ends, as far as known.
  var wal: Int64 = 0
  var database: Int64 = 0
  /// Where the log ended that was written last.
  var end: Int64 = 0
  /// Whether less is there than there should be.
  var isShort = false
  var lastTried: UInt64 = 0

  /// A commit that removes something writes some twenty pages; there may be many before something becomes free.
  static let wholeWAL: Int64 = 4 << 20
  /// With less than this the log is folded; and it is what a group of changes may write.
  static let leastWAL: Int64 = 2 << 20
  /// What removing adds to the database until pages in it become free: rows of the log of changes.
  static let wholeDatabase: Int64 = 1 << 20
  static let leastDatabase: Int64 = 512 << 10
  /// How much is taken at once.
  static let step: Int64 = 512 << 10
  /// How long to wait before trying again to take what there was no room for, in nanoseconds.
  static let pause: UInt64 = 1_000_000_000
  /// `FALLOC_FL_KEEP_SIZE`.
  static let behindTheEnd: Int32 = 1
  static let pageSize: Int64 = 4096
  static let smallestPart: Int64 = 64 << 10
}
