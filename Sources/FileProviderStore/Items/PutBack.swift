/// What somebody else than the store says of a trashed item: where it shall come back to, and when it was trashed.
///
/// Said by the `.trashinfo` file that a program wrote, so it may be anything.
package struct PutBack: Sendable, Hashable {
  /// The path from the root, as its names are spelled, without a leading slash. One that leads nowhere is not believed.
  package var path: String?
  package var date: Timestamp?

  package init(path: String? = nil, date: Timestamp? = nil) {
    self.path = path
    self.date = date
  }
}
