package import FileProviderStore

/// A request that waits for the source, as the kernel sent it.
package struct ParkedRequest: Sendable {
  /// The kernel's number of the request.
  package let number: UInt64
  package let bytes: [UInt8]

  package init(number: UInt64, bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
  }
}

/// What a request waits for.
package struct SourceNeed: Sendable {
  package let subject: SourceSubject
  /// How long it waits at most, in seconds; then its program gets `EIO`.
  package let seconds: Int
  /// The size that was reported to the kernel for a document whose contents are not downloaded.
  package var announcedSize: Int64?
  /// The program that waits.
  package var asker = SourceAsker.unknown
}

/// The source's answer about a subject, for the request that waited for it.
package struct SourceAnswer: Sendable {
  package let subject: SourceSubject
  /// The program's error; `nil` when what it needs is there.
  package let failure: ErrorNumber?
  /// The announced size of the request's need.
  package let announcedSize: Int64?
}
