/// What a user searches for.
///
/// Apple: File Provider / `NSFileProviderStringSearchRequest`.
open class NSFileProviderStringSearchRequest: NSObject, @unchecked Sendable {
  // Sendable because it never changes; the compiler cannot know that of subclasses.
  private let words: String
  private let wanted: Int

  /// The words, as they were typed.
  open var query: String { words }

  /// How many results are of use.
  open var desiredNumberOfResults: Int { wanted }

  /// Describes a search.
  package init(query: String, desiredNumberOfResults: Int) {
    words = query
    wanted = desiredNumberOfResults
  }

  /// A search for nothing, as a provider's own tests need it.
  public override init() {
    words = ""
    wanted = 0
  }
}
