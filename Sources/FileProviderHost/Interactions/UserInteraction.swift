/// A question that a provider defines for an action: an entry of `NSFileProviderUserInteractions` in its `Info.plist`.
///
/// Apple: File Provider / `NSFileProviderItem.h`, *UserInteraction*.
struct UserInteraction: Sendable, Equatable {
  struct Alert: Sendable, Equatable {
    var title = InteractionText()
    var details = InteractionText()
    var continueWord = "Continue"
    var cancelWord = "Cancel"
    /// Whether the user may continue.
    var mayContinue = true
  }

  /// For which items and actions it is, as the text of an `NSPredicate`.
  var rule: String
  var alert: Alert?
  /// One of these is shown, of the items for which this one's rule holds.
  var inner: [UserInteraction] = []
  /// The identifier that is stored when the user suppresses the alert.
  var suppression: String?
  /// The address of a page with help.
  var help: String?

  /// Deeper nesting would use up the stack.
  private static let deepest = 20

  /// - Parameter value: What the property list has under the key.
  static func all(in value: Any?, depth: Int = 0) -> [UserInteraction] {
    guard depth < deepest else { return [] }
    let entries = (value as? [Any]) ?? [value].compactMap { $0 }
    return entries.compactMap { ($0 as? [String: Any]).flatMap { UserInteraction($0, depth: depth) } }
  }

  /// - Returns: `nil` for what has no rule.
  private init?(_ entry: [String: Any], depth: Int) {
    guard let rule = entry["ActivationRule"] as? String else { return nil }
    self.rule = rule
    alert = (entry["Alert"] as? [String: Any]).map { Alert($0, beside: entry) }
    inner = Self.all(in: entry["SubInteractions"], depth: depth + 1)
    // Apple's header and its pages do not spell it alike.
    suppression = entry["SuppressionIdentifier"] as? String ?? entry["SupressionIdentifier"] as? String
    help = entry["HelpURL"] as? String
  }
}

extension UserInteraction.Alert {
  /// - Parameter entry: The interaction, where Apple's example has the recovery options.
  fileprivate init(_ alert: [String: Any], beside entry: [String: Any]) {
    func member(_ key: String) -> [String: Any] { (alert[key] ?? entry[key]) as? [String: Any] ?? [:] }
    title = InteractionText(alert["LocalizedTitle"])
    details = InteractionText(alert["LocalizedSubTitle"])
    let words = member("LocalizedRecoveryOptions")
    continueWord = words["Continue"] as? String ?? continueWord
    cancelWord = words["Cancel"] as? String ?? cancelWord
    mayContinue = member("RecoveryOptions")["Continue"] as? Bool ?? true
  }
}
