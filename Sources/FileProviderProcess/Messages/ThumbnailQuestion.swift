package import FileProviderStore

/// The question to put small pictures of some items into the cache that file managers look into.
package struct ThumbnailQuestion: Hashable, Sendable {
  package var items: [ItemID]
  /// The longest side wanted, in pixels.
  package var side: Int
  /// The folder of the cache: `thumbnails` in the asker's `$XDG_CACHE_HOME`.
  package var cache: String
  /// Where the domain is mounted: file managers know an item by each of these places.
  package var mountpoints: [String]

  /// The most items of one question.
  package static let mostItems = 16
  private static let mostMountpoints = 8
  private static let longestPath = 4096

  /// - Parameter items: No more than `mostItems`; those beyond are left out, as are mount points beyond eight.
  package init(_ items: [ItemID], side: Int, cache: String, mountpoints: [String]) {
    self.items = Array(items.prefix(Self.mostItems))
    self.side = side
    self.cache = cache
    self.mountpoints = Array(mountpoints.prefix(Self.mostMountpoints))
  }

  package var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add(UInt32(clamping: side))
    writer.add(cache, atMost: Self.longestPath)
    writer.add(UInt8(clamping: mountpoints.count))
    for mountpoint in mountpoints { writer.add(mountpoint, atMost: Self.longestPath) }
    writer.add(UInt8(clamping: items.count))
    for item in items { writer.add(item.rawValue) }
    return writer.bytes
  }

  /// - Throws: When it is not whole.
  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    side = Int(try reader.number(UInt32.self))
    cache = try reader.text(atMost: Self.longestPath)
    (mountpoints, items) = ([], [])
    let count = try reader.number(UInt8.self)
    guard count <= Self.mostMountpoints else { throw ProtocolError("a question with \(count) mount points") }
    for _ in 0..<count { mountpoints.append(try reader.text(atMost: Self.longestPath)) }
    let number = try reader.number(UInt8.self)
    guard number <= Self.mostItems else { throw ProtocolError("a question for \(number) items") }
    for _ in 0..<number { items.append(ItemID(rawValue: try reader.number())) }
  }
}

/// What has become of each item, in the question's order.
package struct ThumbnailOutcome: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    /// It is in the cache, as one of the size with this longest side, in pixels.
    case made(side: Int)
    /// The provider has no picture of it.
    case none
    /// Why there is none.
    case failed(String)
  }

  package var results: [Result]

  private static let longestReason = 2048

  package init(_ results: [Result]) { self.results = results }

  package var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add(UInt8(clamping: results.count))
    for result in results.prefix(ThumbnailQuestion.mostItems) {
      switch result {
      case .none: writer.add(UInt8(0))
      case .made(let side):
        writer.add(UInt8(1))
        writer.add(UInt32(clamping: side))
      case .failed(let reason):
        writer.add(UInt8(2))
        writer.add(reason, atMost: Self.longestReason)
      }
    }
    return writer.bytes
  }

  /// - Throws: When it is not whole.
  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    results = []
    for _ in 0..<(try reader.number(UInt8.self)) {
      switch try reader.number(UInt8.self) {
      case 0: results.append(.none)
      case 1: results.append(.made(side: Int(try reader.number(UInt32.self))))
      case 2: results.append(.failed(try reader.text(atMost: Self.longestReason)))
      case let other: throw ProtocolError("a result of kind \(other)")
      }
    }
  }
}
