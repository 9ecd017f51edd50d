import ArgumentParser
import FileProviderStore

/// The option for notifications on the user's desktop.
struct NoticeOptions: ParsableArguments {
  enum Use: String, CaseIterable, ExpressibleByArgument {
    case on
    case off
  }

  @Option(
    name: .customLong("notifications"),
    help: ArgumentHelp(
      "Whether the desktop notifies you of what requires your action in a provider's domain, of conflicts and of mass deletions. Default: on.",
      valueName: "on|off"))
  var use: Use?

  var isGiven: Bool { use != nil }

  /// Sets what was given.
  func apply(to transaction: Transaction) throws(StoreError) {
    if let use { try PendingEditor(transaction).setShowsNotices(use == .on) }
  }
}
