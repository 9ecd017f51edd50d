import ArgumentParser
import FileProviderStore

/// The options with the display name and the provider settings of a domain.
struct DescriptionOptions: ParsableArguments {
  @Option(
    name: .customLong("display-name"),
    help: ArgumentHelp("The domain's name for people, which its provider is told, too.", valueName: "TEXT"))
  var displayName: String?
  @Option(
    name: .customLong("user-info"),
    help: ArgumentHelp(
      "A fact for the provider; can be repeated. These facts take the place of all earlier ones.",
      valueName: "KEY=VALUE"))
  var userInfo: [String] = []

  var isGiven: Bool { displayName != nil || !userInfo.isEmpty }

  private var facts: [String: String] {
    userInfo.reduce(into: [:]) { facts, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { facts[String(parts[0])] = String(parts[1]) }
    }
  }

  func validate() throws {
    for text in userInfo where text.hasPrefix("=") || !text.contains("=") {
      throw ValidationError("--user-info wants KEY=VALUE, not “\(text)”")
    }
    guard displayName != "" else { throw ValidationError("--display-name wants a text") }
  }

  /// Sets what was given. The provider's process takes it over when it starts next.
  func apply(to transaction: Transaction) throws(StoreError) {
    if let displayName { try transaction.setSetting(DomainSetting.displayName, to: displayName) }
    if !userInfo.isEmpty, let text = try? DomainRecord.text(of: facts) {
      try transaction.setSetting(DomainSetting.userInfo, to: text)
    }
  }
}
