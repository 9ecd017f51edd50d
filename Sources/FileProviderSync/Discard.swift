/// The right to unlink contents. There is no other way to make one than to prove that nothing is lost.
package struct Discard: Hashable, Sendable {
  package let contents: Contents

  private init(_ contents: Contents) { self.contents = contents }

  /// The provider has had these bytes as a version that both sides knew.
  package static func equalToSynced(_ local: LocalItem, _ synced: Synced) -> Discard? {
    guard let contents = local.contents, contents == synced.provenContents else { return nil }
    return Discard(contents)
  }

  /// The same bytes can be downloaded again: no call has an unknown end, or may still come late, that replaces them.
  package static func eviction(of number: ItemNumber, in surroundings: some Surroundings) -> Discard? {
    guard let local = surroundings.local(number), local.kind == .document, let synced = surroundings.synced(number),
      surroundings.call(number) == nil,
      !surroundings.openAttempts(number, synced).contains(where: { $0.snapshot != nil })
    else { return nil }
    return equalToSynced(local, synced)
  }
}
