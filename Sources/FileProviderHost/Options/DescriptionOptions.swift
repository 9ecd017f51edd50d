import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// The options with the display name and the provider settings of a domain.
struct DescriptionOptions: ParsableArguments {
  @Option(
    name: .customLong("display-name"),
    help: ArgumentHelp("The domain's display name, which its provider also receives.", valueName: "TEXT"))
  var displayName: String?
  @Option(
    name: .customLong("user-info"),
    help: ArgumentHelp(
      "A provider setting; can be repeated. The settings given replace all earlier ones.",
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
      throw ValidationError("--user-info requires KEY=VALUE, not “\(text)”")
    }
    guard displayName != "" else { throw ValidationError("--display-name requires a value") }
  }

  /// Sets what was given. The provider's process takes it over when it starts next.
  func apply(to transaction: Transaction) throws(StoreError) {
    if let displayName { try transaction.changeSetting(DomainSetting.displayName, to: displayName) }
    if !userInfo.isEmpty, let text = try? DomainRecord.text(of: facts) {
      try transaction.changeSetting(DomainSetting.userInfo, to: text)
    }
  }
}
