/// Where a trashed item is to be restored to, and when it was trashed, as a program states it.
///
/// It comes from the `.trashinfo` file that the program wrote, so it may be anything.
package struct PutBack: Sendable, Hashable {
  /// The path from the root, spelled, without a leading slash. It is ignored if it names no folder.
  package var path: String?
  package var date: Timestamp?

  package init(path: String? = nil, date: Timestamp? = nil) {
    self.path = path
    self.date = date
  }
}
