import FileProviderProgram

/// The alert that a provider defines for an action.
struct FoundAlert: Equatable {
  var title: String
  var details: String
  var continueWord: String
  var cancelWord: String
  var mayContinue: Bool
  var suppression: String?
  var help: String?
}

/// Looks for the alert of an action. At most one is shown, the first that applies.
struct AlertSearch {
  let action: UserAction
  /// Whether the user suppressed this alert.
  let isSuppressed: (String) throws -> Bool
  /// Called with each rule that is not understood, and that therefore holds for no item.
  let notUnderstood: (String, any Error) -> Void

  func find(in interactions: [UserInteraction]) throws -> FoundAlert? {
    try find(interactions, among: action.parts, suppression: nil, help: nil)
  }

  private func find(
    _ interactions: [UserInteraction], among parts: [UserAction.Part], suppression: String?, help: String?
  ) throws -> FoundAlert? {
    for interaction in interactions {
      let matching = self.matching(interaction.rule, among: parts)
      guard let first = matching.first else { continue }
      let help = interaction.help ?? help
      if let own = interaction.suppression, try isSuppressed(own) { continue }
      let suppression = interaction.suppression ?? suppression
      if let alert = interaction.alert { return found(alert, first, matching, suppression, help) }
      if let alert = try find(interaction.inner, among: matching, suppression: suppression, help: help) {
        return alert
      }
    }
    return nil
  }

  private func matching(_ rule: String, among parts: [UserAction.Part]) -> [UserAction.Part] {
    do {
      let condition = try ActivationRule(rule)
      return try parts.filter { try condition.holds(about: action.subject($0, count: parts.count)) }
    } catch {
      notUnderstood(rule, error)
      return []
    }
  }

  private func found(
    _ alert: UserInteraction.Alert, _ first: UserAction.Part, _ matching: [UserAction.Part], _ suppression: String?,
    _ help: String?
  ) -> FoundAlert {
    var values = action.subject(first, count: matching.count)
    values["firstMatchingItem"] = first.source
    values["secondMatchingItem"] = matching.count > 1 ? matching[1].source : .null
    for (name, less) in [("", 0), ("MinusOne", 1), ("MinusTwo", 2)] {
      let count = matching.count - less
      values["matchingItemsCount" + name] = count > 0 ? .number(Double(count)) : .null
    }
    let subject = RuleSubject(values: values)
    return FoundAlert(
      title: alert.title.text(about: subject), details: alert.details.text(about: subject),
      continueWord: alert.continueWord, cancelWord: alert.cancelWord, mayContinue: alert.mayContinue,
      suppression: suppression, help: help)
  }
}
