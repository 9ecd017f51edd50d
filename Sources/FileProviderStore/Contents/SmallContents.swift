/// Contents that lie in the database, in the commit of the row that names them.
///
/// They never change: whoever writes them gives the document others. So they and their row agree after any crash, and need no file and no synchronization
/// but that of the log.
package enum SmallContents {
  /// The most bytes. A row with them fits into one page of the database (4 096 bytes). Programs that write more do it mostly in pieces of that size, of which
  /// the first is not taken for the whole.
  package static let largest = 4_000
}
