import ArgumentParser
import FileProviderStore

/// `sync (--accept-deletions | --restore)`
struct SyncCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Decide what becomes of items that the provider suddenly says are gone.",
    discussion: """
      When a provider says that more than 100 items and more than half of all are gone, they stay here as they are, and “status” says so. \
      It may be a mistake there.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var deletions: HeldDeletionOptions

  var watchesSignals: Bool { true }

  func validate() throws {
    guard deletions.decides else { throw ValidationError("say “--accept-deletions” or “--restore”") }
  }

  func run() throws {
    let selection = try DomainSelection(domain, for: .changing)
    guard try selection.store.readCommitted({ (reader) throws(StoreError) in try reader.setting("provider") }) != nil
    else {
      throw CommandFailure(
        "domain “\(selection.name)”", "it is a local domain: there is no provider", status: .unavailable)
    }
    try deletions.decide(selection)
  }
}
