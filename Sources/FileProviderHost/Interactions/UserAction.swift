/// What a person is about to do with items, as the rules of a provider's interactions see it.
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

  /// One of the items, and what it goes into.
  struct Part: Sendable {
    /// `null` for what comes from outside.
    var source = RuleValue.null
    /// The folder, or for a new name an item that has no more than that.
    var destination = RuleValue.null
  }

  var kind: Kind
  var parts: [Part]
  /// What the provider says of the domain as a whole.
  var domainFacts: [String: RuleValue] = [:]

  /// What a rule knows of one of the items.
  ///
  /// - Parameter count: How many items the rule is asked about.
  func subject(_ part: Part, count: Int) -> [String: RuleValue] {
    [
      "action": .text(kind.rawValue), "sourceItem": part.source, "destinationItem": part.destination,
      "sourceItemsCount": .number(Double(count)), "domainUserInfo": .facts(domainFacts),
    ]
  }
}

/// An item of which nothing but its name is known: one that does not exist yet.
struct NamedItem: RuleObject {
  let filename: String

  func value(_ key: String) -> RuleValue { key == "filename" ? .text(filename) : .null }
}
