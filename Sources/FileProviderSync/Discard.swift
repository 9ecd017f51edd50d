/// The right to unlink contents. There is no other way to make one than to prove that nothing is lost.
package struct Discard: Hashable, Sendable {
  package let contents: Contents

  private init(_ contents: Contents) { self.contents = contents }

  /// The provider has had these bytes as a version that both sides knew.
  package static func equalToSynced(_ local: LocalItem, _ synced: Synced) -> Discard? {
    guard let contents = local.contents, contents == synced.contents else { return nil }
    return Discard(contents)
  }
}
