/// What a check of an enumerator found. A plain value, so that any test framework can show it.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// A law of the contract.
  public enum Law: String, Sendable, CaseIterable {
    case pagesAreComplete = "every item of a container is in exactly one page, whatever the size of the pages"
    case pagesEnd = "a page ends once, and nothing follows"
    case tokensAreShort = "a token has at most 500 bytes"
    case itemsBelong = "a listing shows items of that container; a working set shows items with their real parents"
    case listingPlusChanges = "a listing at G, then the changes from G, is the present"
    case batchesAdvance = "a batch with more to come moves the anchor, and batches come to an end"
    case strangeTokens = "a damaged or foreign token is answered with pageExpired or syncAnchorExpired"
    case invalidation = "an enumerator can be invalidated more than once"
    case errorDomains = "an error is of NSFileProviderErrorDomain or NSCocoaErrorDomain"
    case answers = "a call is answered"
  }

  /// A breach of a law.
  public struct Finding: Sendable, CustomStringConvertible {
    public var law: Law
    public var message: String
    public var description: String { "\(law.rawValue): \(message)" }
  }

  public internal(set) var findings: [Finding] = []
  /// The laws that were put to the test.
  public internal(set) var checked: Set<Law> = []

  /// Whether no law was broken.
  public var isConformant: Bool { findings.isEmpty }

  public var description: String {
    isConformant ? "conformant (\(checked.count) laws)" : findings.map(\.description).joined(separator: "\n")
  }

  mutating func note(_ law: Law, _ message: String?) {
    checked.insert(law)
    if let message, findings.count < 50 { findings.append(Finding(law: law, message: message)) }
  }
}
