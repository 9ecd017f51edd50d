package import FileProviderStore

/// The question what the provider finds.
package struct SearchQuestion: Hashable, Sendable {
  /// The words as typed.
  package var query: String
  /// Maximum number of results.
  package var wanted: Int

  private static let longestQuery = 4096

  package init(query: String, wanted: Int) {
    self.query = query
    self.wanted = wanted
  }

  package var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add(UInt32(clamping: wanted))
    writer.add(query, atMost: Self.longestQuery)
    return writer.bytes
  }

  /// - Throws: When it is not whole.
  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    wanted = Int(try reader.number(UInt32.self))
    query = try reader.text(atMost: Self.longestQuery)
  }
}

/// What a provider's search has found, in its order.
package struct SearchOutcome: Hashable, Sendable {
  package enum Finding: Hashable, Sendable {
    /// An item of the store.
    case item(ItemID)
    /// One that is at the provider alone.
    case elsewhere(identifier: String, filename: String)
  }

  package private(set) var findings: [Finding]
  /// Whether there is more than this.
  package private(set) var hasMore: Bool

  private static let longestIdentifier = 8192
  private static let longestName = 1024
  /// The bytes of the longest finding.
  private static let longest = 8 + 4 + longestIdentifier + 4 + longestName

  package init(_ findings: [Finding], hasMore: Bool) {
    self.findings = findings
    self.hasMore = hasMore
  }

  /// As many findings as fit into a message; the others count as more.
  package var payload: [UInt8] {
    var writer = PayloadWriter()
    var count: UInt32 = 0
    for finding in findings {
      guard writer.bytes.count + Self.longest + 5 <= Frame.longestPayload else { break }
      count += 1
      switch finding {
      case .item(let id): writer.add(id.rawValue)
      case .elsewhere(let identifier, let filename):
        writer.add(ItemID.none.rawValue)
        writer.add(identifier, atMost: Self.longestIdentifier)
        writer.add(filename, atMost: Self.longestName)
      }
    }
    var head = PayloadWriter()
    head.add(hasMore || Int(count) < findings.count ? UInt8(1) : 0)
    head.add(count)
    return head.bytes + writer.bytes
  }

  /// - Throws: When it is not whole.
  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    hasMore = try reader.number(UInt8.self) != 0
    findings = []
    for _ in 0..<(try reader.number(UInt32.self)) {
      let id = ItemID(rawValue: try reader.number())
      guard id == .none else {
        findings.append(.item(id))
        continue
      }
      let identifier = try reader.text(atMost: Self.longestIdentifier)
      findings.append(.elsewhere(identifier: identifier, filename: try reader.text(atMost: Self.longestName)))
    }
  }
}
