/// Brings what a store does not have: a replica, or the way to one in another process. A local domain has none.
///
/// No call of it blocks. A source does one thing once, however many ask for it, and decides alone how much it does at
/// once; only the asker has a deadline.
package protocol ContainerSource: Sendable {
  /// Asks for something that the store lacks.
  ///
  /// - Parameters:
  ///   - subject: The listing or contents requested. When the request is done, the store has it.
  ///   - asker: The program on whose behalf. A further request for the same subject waits for the first one; the source knows only the first asker.
  ///   - whenDone: Called once, whatever happens, from any thread and maybe before this returns, and must not block. A
  ///     failure is the source's error: an `NSError` of `NSFileProviderErrorDomain` or `NSCocoaErrorDomain`, or a `StoreError`.
  /// - Returns: What the question is withdrawn with.
  func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket
  /// Withdraws a question. If no asker is left and it has not begun, it is dropped. A listing that has begun continues, downloads in
  /// progress are cancelled, and `whenDone` is called at the end, so that the asker knows how long the source writes.
  ///
  /// - Parameter ticket: Of any question; one that was answered is ignored.
  func withdraw(_ ticket: SourceTicket)
}

extension ContainerSource {
  /// Asks on behalf of a program of which nothing is known.
  package func begin(
    _ subject: SourceSubject, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    begin(subject, for: .unknown, whenDone: whenDone)
  }
}

/// Something that a source is asked for.
package enum SourceSubject: Hashable, Sendable {
  /// The children of a container that was never listed completely.
  case listing(ItemID)
  /// The contents of a document that are not here.
  case contents(ItemID)
  /// A part of the contents of a document that are not here, in bytes. More may come.
  case range(ItemID, Range<Int64>)
}

extension SourceSubject {
  /// What it is about.
  package var item: ItemID {
    switch self {
    case .listing(let item), .contents(let item), .range(let item, _): item
    }
  }

  package var isListing: Bool {
    if case .listing = self { true } else { false }
  }

  /// Whether programs that open a document ask for it: all of it, or its beginning where parts come.
  package var isOpening: Bool {
    switch self {
    case .listing: false
    case .contents: true
    case .range(_, let bytes): bytes.lowerBound == 0
    }
  }
}

/// One question to a source. No two questions to one source have the same.
package struct SourceTicket: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  /// The ticket of questions that are answered before they can be withdrawn.
  package static let answered = SourceTicket(number: 0)
}
