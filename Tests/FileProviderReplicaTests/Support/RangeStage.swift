import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport

/// A store with a replica of a provider that sends ranges, and one large document.
final class RangeStage: @unchecked Sendable {
  // Sendable: everything is constant but `store` and `replica`, which `restart` replaces while nothing else runs.
  static let size = (5 << 20) + 1234

  private let place: TestDirectory
  private let domain: NSFileProviderDomain
  private let limits: ReplicaLimits
  let provider: RangeProvider
  let log = RecordedLog()
  private(set) var store: ItemStore
  private(set) var replica: Replica
  private(set) var document = ItemID.none

  /// Bytes of which no two blocks are the same.
  static func bytes(_ seed: UInt64, _ count: Int = size) -> Data {
    var state = seed
    var bytes = Data(capacity: count + 8)
    while bytes.count < count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      withUnsafeBytes(of: state.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes.prefix(count)
  }

  /// - Parameter announced: The size that the provider first says that the document has.
  init(limits: ReplicaLimits = .quick, announced: Int? = nil) async throws {
    self.limits = limits
    place = try TestDirectory("ranges")
    domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
    var large = MemoryItem("large")
    large.contents = Self.bytes(1)
    large.announcedSize = announced.map(Double.init)
    provider = RangeProvider(domain: domain, tree: MemoryTree([large]))
    store = try ItemStore(directory: place.url)
    replica = Replica(store: store, extension: provider, domain: domain, logger: log.logger, limits: limits)
    try await replica.start()
    try await replica.load(.listing(.root))
    document = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/large")?.id } ?? .none
  }

  func stop() async { await replica.stop() }

  /// A new process, as it were.
  func restart() async throws {
    await replica.stop()
    store = try ItemStore(directory: place.url)
    replica = Replica(store: store, extension: provider, domain: domain, logger: log.logger, limits: limits)
    try await replica.start()
  }

  func load(_ bytes: Range<Int>) async throws {
    try await replica.load(.range(document, Int64(bytes.lowerBound)..<Int64(bytes.upperBound)))
  }

  func item() throws -> ItemAttributes? {
    let document = document
    return try store.readCommitted { (reader) throws(StoreError) in try reader.item(document) }
  }

  func parts() throws -> PartialContents? {
    let document = document
    return try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).partialContents(of: document)
    }
  }

  /// Whether the store says that a range is here.
  func isHere(_ bytes: Range<Int>) throws -> Bool {
    let document = document
    return try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).missing(of: document, in: Int64(bytes.lowerBound)..<Int64(bytes.upperBound)) == nil
    }
  }

  /// The bytes of a range, in whatever file they are.
  func read(_ bytes: Range<Int>) throws -> Data {
    guard let key = try item()?.content ?? parts()?.content else { return Data() }
    return try store.data(of: key).dropFirst(bytes.lowerBound).prefix(bytes.count)
  }

  /// The number of the error that a program gets.
  func failure(_ bytes: Range<Int>) async -> Int32? {
    do {
      try await load(bytes)
      return nil
    } catch { return ProviderErrorPolicy(error).errno }
  }

  func contentFiles() throws -> Int {
    _ = try store.removeDiscarded()
    let folder = store.contents.directory
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).count {
      $0.contains("/") && !$0.hasPrefix("sessions")
    }
  }
}
