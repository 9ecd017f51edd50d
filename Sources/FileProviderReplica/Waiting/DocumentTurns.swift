import FileProviderStore
import LinuxSystem

/// Lets one thread at a time work on a document.
final class DocumentTurns: Sendable {
  private let taken = Monitor(Set<ItemID>())

  func alone<Result>(_ document: ItemID, _ body: () throws -> Result) rethrows -> Result {
    _ = taken.wait(until: .never) { taken in taken.insert(document).inserted ? true : nil }
    defer { taken.withLock { _ = $0.remove(document) } }
    return try body()
  }
}
