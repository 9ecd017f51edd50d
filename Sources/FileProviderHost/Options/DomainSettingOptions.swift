import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// The options for the settings of a domain, for a new one and for one that exists.
struct DomainSettingOptions: ParsableArguments {
  @OptionGroup var description: DescriptionOptions
  @OptionGroup var recents: RecentsOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup var localNames: LocalNamesOptions
  @OptionGroup var metered: MeteredOptions
  @OptionGroup var notices: NoticeOptions

  var isGiven: Bool {
    description.isGiven || recents.isGiven || history.isGiven || cache.isGiven || localNames.isGiven || metered.isGiven
      || notices.isGiven
  }

  /// Says which of the options have no effect, if the domain has no provider. This program's provider serves the domain from its first mount on.
  func noteUnused(in store: ItemStore, _ name: DomainName) throws {
    guard HostProgram.current.makeProvider == nil, try ProviderDomain(name).provider(store) == nil else { return }
    let unused = [
      ("--user-info", !description.userInfo.isEmpty), ("--cache-size", cache.isGiven),
      ("--local-names", localNames.isGiven), ("--metered", metered.isGiven), ("--notifications", notices.isGiven),
    ].filter(\.1).map(\.0)
    if unused.isEmpty { return }
    Console.say(
      "domain “\(name)”: \(unused.joined(separator: ", ")): no effect in a local domain, only once it has a provider")
  }

  /// Sets what was given.
  func apply(to transaction: Transaction) throws(StoreError) {
    try description.apply(to: transaction)
    try recents.apply(to: transaction)
    try history.apply(to: transaction)
    try cache.apply(to: transaction)
    try localNames.apply(to: transaction)
    try metered.apply(to: transaction)
    try notices.apply(to: transaction)
  }
}
