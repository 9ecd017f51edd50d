/// What a program was told by a store, and may rely on.
struct Promise: Codable {
  struct Version: Codable, Equatable {
    /// Tells its bytes from those of others; 0 for bytes that nobody knows.
    var number: Int
    var size: Int
  }

  struct Document: Codable {
    var version: Version
    /// So many of its first bytes are synchronized.
    var synchronized = 0
    /// What the document had before, and may have again until this is synchronized.
    var replaced: [Version] = []
    /// Whether something of `replaced` was synchronized: then that, or this, is there whole.
    var isWhole = false

    var isSynchronized: Bool { synchronized == version.size }

    /// Takes the place of another one.
    mutating func replace(_ old: Document) {
      guard !isSynchronized || version.size == 0 else { return }
      replaced = old.replaced + [old.version]
      isWhole = old.isWhole || old.isSynchronized
    }
  }

  var documents: [String: Document] = [:]
  /// The last generation that anybody can have seen.
  var generation: Int64 = 0
  /// Whether everything that was acknowledged before is synchronized.
  var isSynchronized = false

  /// No byte is 0: that is what is read where nothing was written.
  static func byte(_ number: Int, at index: Int) -> UInt8 { UInt8(1 + (number * 131 + index * 7 + index / 251) % 255) }
}
