import ArgumentParser
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
