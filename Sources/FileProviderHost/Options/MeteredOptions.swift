import ArgumentParser
import FileProviderStore

/// The option for what a provider's domain transfers on metered networks.
struct MeteredOptions: ParsableArguments {
  enum Use: String, CaseIterable, ExpressibleByArgument {
    /// Only what programs wait for.
    case needed
    case all
  }

  @Option(
    name: .customLong("metered"),
    help: ArgumentHelp(
      "What a provider's domain transfers on metered networks: “needed”, only what programs wait for, so that no change made here is sent, deletions and renames included; or “all”. Default: needed.",
      valueName: "needed|all"))
  var use: Use?

  var isGiven: Bool { use != nil }

  /// Sets what was given.
  func apply(to transaction: Transaction) throws(StoreError) {
    if let use { try PendingEditor(transaction).setUsesMeteredNetworks(use == .all) }
  }
}
