/// A rule of the documented contract of a replicated provider.
public struct ConformanceRule: Sendable, Hashable, Identifiable {
  /// The rule's name, which never changes: its subject, a dot, and a word.
  public let id: String
  /// What the rule asks of a provider, in one sentence.
  public let sentence: String
  /// What the author of a provider that violates it does.
  public let advice: String
  /// Whether it can be checked only by changing items, in a folder that the check makes.
  public let changesItems: Bool
  private let page: String

  /// - Parameter page: The page's place below `developer.apple.com/documentation/fileprovider/`.
  init(_ id: String, _ sentence: String, page: String, advice: String, changesItems: Bool = false) {
    self.id = id
    self.sentence = sentence
    self.page = page
    self.advice = advice
    self.changesItems = changesItems
  }

  /// What the rule is about: the part of its name before the dot.
  public var subject: String { String(id.prefix { $0 != "." }) }

  /// The page of Apple's documentation that it comes from.
  public var documentation: String { "https://developer.apple.com/documentation/fileprovider/" + page }
}
