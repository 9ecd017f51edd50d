/// What a synchronization could not do.
package struct SynchronizationOutcome: Hashable, Sendable {
  package struct Failure: Hashable, Sendable {
    /// The provider's identifier of the container.
    package var container: String
    package var error: SentError

    package init(container: String, error: SentError) {
      self.container = container
      self.error = error
    }
  }

  /// How many containers are not up to date.
  package var count: Int
  /// The first of them.
  package var failures: [Failure]

  private static let longestIdentifier = 8192
  /// So many fit into a message, however long their texts are.
  private static let most = 4

  package init(_ failures: [Failure]) {
    count = failures.count
    self.failures = Array(failures.prefix(Self.most))
  }

  package var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add(UInt32(clamping: count))
    writer.add(UInt32(failures.count))
    for failure in failures {
      writer.add(failure.container, atMost: Self.longestIdentifier)
      failure.error.write(to: &writer)
    }
    return writer.bytes
  }

  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    count = Int(try reader.number(UInt32.self))
    failures = []
    for _ in 0..<min(try reader.number(UInt32.self), UInt32(Self.most)) {
      let container = try reader.text(atMost: Self.longestIdentifier)
      failures.append(Failure(container: container, error: try SentError(&reader)))
    }
  }
}
