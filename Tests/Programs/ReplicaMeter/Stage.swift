import FileProviderInterface
import FileProviderReplica
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Logging

struct Failure: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A new store in a folder, and a replica of an ``InstantProvider`` for it.
struct Stage {
  let provider: InstantProvider
  let domain: NSFileProviderDomain
  let store: ItemStore
  let replica: Replica

  init(_ provider: InstantProvider, in directory: URL) throws {
    self.provider = provider
    domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "meter")
    store = try ItemStore(directory: directory)
    var logger = Logger(label: "meter")
    logger.logLevel = .error
    replica = Replica(store: store, extension: provider, domain: domain, logger: logger)
    try replica.startAndWait()
  }

  /// Lists everything.
  ///
  /// - Returns: How many items came a second.
  func pull() async throws -> Double {
    var report: SynchronizationReport?
    let time = try await seconds { report = try await replica.synchronize(listsEverything: true) }
    if let failure = report?.failures.first { throw Failure("\(failure.container): \(failure.error)") }
    let here = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).provided(identifier: "\(provider.count - 1)")
    }
    if here == nil { throw Failure("not everything was listed") }
    return Double(provider.count) / time
  }

  /// The numbers of so many documents.
  func documents(_ wanted: Int) throws -> ArraySlice<Int> {
    let some = (0..<provider.count).lazy.filter { $0 % (provider.filesInFolder + 1) != 0 }.prefix(wanted)
    let numbers = Array(some)
    guard numbers.count == wanted else { throw Failure("there are no \(wanted) documents") }
    return numbers[...]
  }

  /// Changes documents as programs do, a hundred in one transaction.
  func edit(
    _ numbers: ArraySlice<Int>, _ body: (Transaction, ItemRecord, Int) throws(StoreError) -> Void
  ) throws {
    var rest = numbers
    while !rest.isEmpty {
      let some = rest.prefix(100)
      rest = rest.dropFirst(100)
      try store.change(author: "org.example.program") { (transaction) throws(StoreError) in
        for number in some {
          guard let row = try ProvidedReader(transaction.reader).provided(identifier: "\(number)"),
            let record = try transaction.reader.record(row.item)
          else { throw StoreError(errno: ENOENT, "an item is missing") }
          try body(transaction, record, number)
        }
      }
    }
  }

  func rename(_ numbers: ArraySlice<Int>) throws {
    try edit(numbers) { (transaction, record, number) throws(StoreError) in
      try TreeEditor(transaction).move(record.id, to: record.parent, name: FileName(unchecked: "renamed \(number).txt"))
    }
  }

  /// Gives each document 16 bytes.
  func write(_ numbers: ArraySlice<Int>) throws {
    try edit(numbers) { (transaction, record, number) throws(StoreError) in
      let new = try store.contents.create()
      let (key, bytes) = (new.key, Array("contents".utf8) + Array("contents".utf8))
      guard bytes.withUnsafeBytes({ Glibc.write(new.number, $0.baseAddress, $0.count) }) == bytes.count else {
        throw StoreError(errno: errno, "cannot write")
      }
      new.keep()
      try transaction.setContents(key, size: Int64(bytes.count), modified: .now, of: record.id)
    }
  }
}

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .seconds(1)
}
