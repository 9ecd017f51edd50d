import Synchronization

/// The openings of stores by which an object saves, until their changes have been looked at.
package final class OwnSaves: Sendable {
  /// Whether each has ended, by their origins.
  private let saves = Mutex<[Int64: Bool]>([:])

  package init() {}

  /// Notes an opening before it changes anything.
  package func begin(_ origin: Int64) { saves.withLock { $0[origin] = false } }

  /// Notes that an opening changes nothing more.
  package func end(_ origin: Int64) { saves.withLock { $0[origin] = true } }

  /// Looks at how far stores have been changed.
  ///
  /// - Returns: What the body returns, and the origins of all own changes that it can have found. Those whose last change it has found are forgotten.
  package func look<Marks>(_ body: () -> Marks) -> (Marks, origins: Set<Int64>) {
    let ended = saves.withLock { $0.filter(\.value).keys }
    let marks = body()
    // One that has begun meanwhile is among these; one that has ended meanwhile may have changes that the body has not found.
    let origins = saves.withLock { saves in
      defer { for origin in ended { saves[origin] = nil } }
      return Set(saves.keys)
    }
    return (marks, origins)
  }
}
