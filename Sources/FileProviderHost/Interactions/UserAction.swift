import FileProviderProgram

/// An action that the user is about to perform on items, as the rules of a provider's interactions see it.
struct UserAction: Sendable {
  /// By Apple's names. An import copies, and so does an export: nothing is moved into a domain, or out of it.
  enum Kind: String, Sendable {
    case move = "Move"
    case copy = "Copy"
    case copyIn = "CopyIn"
    case copyOut = "CopyOut"
    case trash = "Trash"
    case create = "Create"
    case delete = "Delete"
    case rename = "Rename"
  }

  /// One of the items, and its destination.
  struct Part: Sendable {
    /// `null` for an item from outside the domain.
    var source = RuleValue.null
    /// The folder, or for a new name an item that has no more than that.
    var destination = RuleValue.null
  }

  var kind: Kind
  var parts: [Part]
  /// The domain state that the provider reports.
  var domainFacts: [String: RuleValue] = [:]

  /// The keys of an item for rules.
  ///
  /// - Parameter count: How many items the rule is asked about.
  func subject(_ part: Part, count: Int) -> [String: RuleValue] {
    [
      "action": .text(kind.rawValue), "sourceItem": part.source, "destinationItem": part.destination,
      "sourceItemsCount": .number(Double(count)), "domainUserInfo": .facts(domainFacts),
    ]
  }
}

/// An item with only a name: one that does not exist yet.
struct NamedItem: RuleObject {
  let filename: String

  func value(_ key: String) -> RuleValue { key == "filename" ? .text(filename) : .null }
}
