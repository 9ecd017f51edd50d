import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import LinuxSystem

/// `sync [PATH] [--wait] [--timeout T] [--json]`, `sync --accept-deletions|--restore`, `sync --restore PATH [--dry-run]`
struct SyncCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Synchronize a domain with its provider now.",
    discussion: """
      Fetches the provider's changes and uploads pending changes now; with a PATH, also lists that folder again. With --wait, the command returns \
      when the provider's changes have arrived and all changes made here before are uploaded. The exit status is 0 if so, 1 with a list if user \
      action is required, 1 after the time limit, and 69 without a provider. While the provider is unreachable, the command says so and retries, \
      without --timeout until the provider answers. What fails five times for another reason is listed. No mount is needed.

      Mass deletion: if a provider deletes over 1 000 items within 24 hours, or over 20 that are more than a quarter of the domain, the remaining \
      items stay here unchanged, and “status” reports them, as the deletion may be a mistake. --accept-deletions or --restore decides.

      Documents that the provider deleted are kept for 7 days if their contents were downloaded, within a tenth of the disk per domain and half of \
      the space that would be free without them. --restore PATH restores those at or below PATH, and uploads them again. A document that a program \
      still has open is restored only after it is closed. Tags, extended attributes and the permissions of folders are not restored.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var deletions: HeldDeletionOptions
  @Flag(name: .customLong("wait"), help: "Wait until both sides are up to date or user action is required.")
  var waits = false
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("With --wait: give up after this time, such as 30s or 5min.", valueName: "time"))
  var timeout: String?
  @Flag(name: .customLong("json"), help: "Print one JSON object.") var isJSON = false
  @Argument(
    help: ArgumentHelp(
      "List this folder again, and wait only for items below it; with --restore, restore it.",
      valueName: "path"),
    completion: Candidates.paths)
  var path: String?

  var watchesSignals: Bool { true }

  func validate() throws {
    if deletions.decides, waits || isJSON {
      throw ValidationError("--accept-deletions and --restore cannot be combined with --wait or --json")
    }
    if deletions.accepts, path != nil {
      throw ValidationError("--accept-deletions applies to the whole domain and takes no path")
    }
    if deletions.isRehearsal, path == nil { throw ValidationError("--dry-run requires --restore PATH") }
    guard let timeout else { return }
    guard waits else { throw ValidationError("--timeout requires --wait") }
    guard Interval(timeout) != nil else { throw ValidationError("“\(timeout)” is not a time such as 30s or 5min") }
  }

  func run() throws {
    if deletions.decides { return try decide() }
    let selection = try self.selection()
    // Before anything else waits: the time is the whole command's.
    let nanoseconds = timeout.flatMap { Interval($0)?.nanoseconds }
    let run = try SyncRun(
      selection, until: nanoseconds.map { .after(.nanoseconds(Int64(clamping: $0))) } ?? .never)
    let report = try waits ? run.wait() : run.ask()
    if isJSON { try report.printJSON() } else { report.print() }
    if report.inStep == false { throw CommandEnd(status: .failed) }
  }

  /// - Throws: A failure when there is no domain, since it cannot be up to date.
  private func selection(for purpose: DomainPurpose = .reading) throws -> DomainSelection {
    let paths = path.map { [$0] } ?? []
    do { return try DomainSelection(domain, paths: paths, for: purpose) } catch let missing as NoDomainYet {
      throw missing.failure
    }
  }

  private func decide() throws {
    let selection = try self.selection(for: .changing)
    guard try selection.store.readCommitted({ (reader) throws(StoreError) in try reader.setting("provider") }) != nil
    else {
      throw CommandFailure(
        "domain “\(selection.name)”", "a local domain has no provider", status: .unavailable)
    }
    if path != nil {
      let report = BulkReport(isRehearsal: deletions.isRehearsal, isVerbose: deletions.isRehearsal)
      return try report.flushing { try RemovedRestoration(selection: selection, report: report).run() }
    }
    try deletions.decide(selection)
  }
}
