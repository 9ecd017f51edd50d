import Foundation
import FileProviderSQLite
import Synchronization

/// The connections for reading that the threads of a process share, one thread a connection.
///
/// A class: of a structure that cannot be copied, Swift 6.3 could not compile `Box` into other files of a debug build.
final class ReaderPool: Sendable {
  private let database: URL
  /// How they are opened.
  private let access: Connection.Access
  /// Those that no thread has at the moment.
  private let idle = Mutex<[Box]>([])
  /// So many are kept for the next threads; each has two descriptors and its own cache. Others that a burst needed are closed.
  private static let mostIdle = 8
  /// So many are kept while nobody reads.
  private static let mostResting = 2

  /// Carries a reader between threads.
  private struct Box: @unchecked Sendable {
    // Sendable: taken out of a locked list by one thread, which puts it back when it no longer uses it.
    let reader: CommittedReader
  }

  init(_ database: URL, _ access: Connection.Access) {
    self.database = database
    self.access = access
  }

  /// Lends a connection to the current thread for as long as `body` runs.
  func lend<Result>(_ body: (CommittedReader) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let box = try takeBox()
    defer { idle.withLock { if $0.count < Self.mostIdle { $0.append(box) } } }
    return try body(box.reader)
  }

  private func takeBox() throws(StoreError) -> Box {
    if let box = idle.withLock({ $0.popLast() }) { return box }
    return Box(reader: try make())
  }

  /// Closes all but a few of those that no thread has, and empties the caches of these.
  func rest() {
    let boxes = idle.withLock { idle in
      let all = idle
      idle = []
      return all.suffix(Self.mostResting)
    }
    for box in boxes { box.reader.connection.emptyCache() }
    idle.withLock { $0.insert(contentsOf: boxes, at: 0) }
  }

  /// Takes over a connection that nobody else uses.
  func keep(_ reader: CommittedReader) {
    let box = Box(reader: reader)
    idle.withLock { $0.append(box) }
  }

  /// A connection of the caller's own.
  func make() throws(StoreError) -> CommittedReader { try CommittedReader(try Connection(database, access)) }
}
