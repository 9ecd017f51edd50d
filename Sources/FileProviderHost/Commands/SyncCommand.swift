import ArgumentParser
import FileProviderStore
import LinuxSystem

/// `sync [PATH] [--wait] [--timeout T] [--json]`, `sync --accept-deletions|--restore`, `sync --restore PATH [--dry-run]`
struct SyncCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Bring a domain and its provider into step now.",
    discussion: """
      The provider is asked for its changes at once, and told at once what waits; with a PATH that folder is listed again, too. With --wait the \
      command returns when the provider's changes are here and the provider has everything that was changed here before: 0 if so, 1 with a list \
      when a person is needed, 1 when the time is over, 69 when there is no provider. While the provider cannot be reached, the command says so \
      and asks again, without --timeout until the provider answers. What fails five times for another reason is listed. No mount is needed.

      When a provider says within 24 hours that over 1 000 items are gone, or over 20 that are more than a quarter of the domain, the rest stays \
      here as it is, and “status” says so: it may be a mistake there. --accept-deletions or --restore decides what becomes of them.

      Documents that were removed here because the provider said they are gone, and whose contents were here, are kept for 7 days, as long as those \
      of one domain need no more than a tenth of the disk, and no more than half of what would be free without them. --restore PATH restores what \
      was at PATH or below it, and uploads it again; what a program still has open is not restored before it is closed. Tags, extended attributes \
      and the permissions of folders are not restored.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var deletions: HeldDeletionOptions
  @Flag(name: .customLong("wait"), help: "Return when both sides have everything, or a person is needed.")
  var waits = false
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("With --wait: give up after so long, such as 30s or 5min.", valueName: "time"))
  var timeout: String?
  @Flag(name: .customLong("json"), help: "Print one JSON object.") var isJSON = false
  @Argument(
    help: ArgumentHelp(
      "List this folder again, and wait for what is below it only; with --restore, what to restore.",
      valueName: "path"),
    completion: Candidates.paths)
  var path: String?

  var watchesSignals: Bool { true }

  func validate() throws {
    if deletions.decides, waits || isJSON {
      throw ValidationError("--accept-deletions and --restore go with neither --wait nor --json")
    }
    if deletions.accepts, path != nil {
      throw ValidationError("--accept-deletions is about the whole domain, and goes with no path")
    }
    if deletions.isRehearsal, path == nil { throw ValidationError("--dry-run requires “--restore PATH”") }
    guard let timeout else { return }
    guard waits else { throw ValidationError("--timeout wants --wait") }
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
        "domain “\(selection.name)”", "it is a local domain: there is no provider", status: .unavailable)
    }
    if path != nil {
      let report = BulkReport(isRehearsal: deletions.isRehearsal, isVerbose: deletions.isRehearsal)
      return try report.flushing { try RemovedRestoration(selection: selection, report: report).run() }
    }
    try deletions.decide(selection)
  }
}
