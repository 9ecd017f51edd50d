import ArgumentParser
import FileProviderStore

/// `evict [-v] PATH…`
struct EvictCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "evict", abstract: "Drop contents from this machine that the provider has.",
    discussion: """
      The items look as before, and their contents come again when somebody reads them. What the provider does not have yet, what is open \
      or pinned, and what the provider wants kept stays, and is listed. Of a folder, all that is below it but what was rescued, which is here alone.
      """)

  @OptionGroup var domain: DomainOptions
  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Say what is dropped.") var isVerbose = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  var watchesSignals: Bool { true }

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths, for: .marking)
    let store = selection.store
    guard try store.readCommitted({ (reader) throws(StoreError) in try reader.setting("provider") }) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "it is a local domain: nobody else has its contents", status: .unavailable)
    }
    // What cannot be removed now is removed by the next opening of the domain.
    defer { try? store.removeDiscarded() }
    let report = BulkReport(isRehearsal: false, isVerbose: isVerbose)
    let eviction = try ItemEviction(store: store, report: report)
    try report.flushing {
      try PathByPath.run(selection.paths) { path in
        let item = try store.readCommitted { (reader) throws(StoreError) in Result { try reader.item(at: path) } }.get()
        try eviction.evict(item, path)
      }
      if eviction.isPartial { throw CommandEnd(status: .failed) }
    }
  }
}

/// Drops the contents of documents, and of all that are below folders.
private final class ItemEviction {
  private let store: ItemStore
  private let report: BulkReport
  private let rescued: ItemID?
  /// Whether something below a folder stays.
  private(set) var isPartial = false

  init(store: ItemStore, report: BulkReport) throws {
    self.store = store
    rescued = try store.readCommitted { (reader) throws(StoreError) in try reader.rescuedFolder() }
    self.report = report
  }

  func evict(_ item: ItemAttributes, _ path: ItemPath) throws {
    if let refusal = try pinRefusal(of: item) { throw refusal }
    guard item.isFolder else { return try evictDocument(item, path.path) }
    try evictAll(below: item.id, path.isRoot ? "" : path.path)
  }

  /// Asked for each folder, so that a pinned one is one line and not a line for each document in it.
  private func pinRefusal(of item: ItemAttributes) throws(StoreError) -> StoreError? {
    guard item.isFolder else { return nil }
    return try store.readCommitted { (reader) throws(StoreError) in try reader.pinRefusal(of: item.id) }
  }

  private func evictDocument(_ item: ItemAttributes, _ path: String) throws {
    guard item.kind == .file else { return }
    // Of a document that is not here as a whole, parts may be.
    if try store.evict(item.id) > 0 || item.content != nil { try report.say(.evicted, path) }
  }

  private func evictAll(below folder: ItemID, _ path: String) throws {
    if folder == rescued { return }
    var pages = ChildPages(of: folder, in: store)
    while true {
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      let page = try pages.next()
      if page.isEmpty { return }
      for (item, name) in page {
        let path = path + "/" + name.spelling
        if item.flags.contains(.member), let refusal = try pinRefusal(of: item) {
          isPartial = true
          Console.fail(CommandFailure(path, refusal))
        } else if item.isFolder {
          try evictAll(below: item.id, path)
        } else {
          do { try evictDocument(item, path) } catch let error as StoreError where error.code != .featureUnsupported {
            // What was deleted meanwhile has no contents here.
            if error.code == .noSuchItem { continue }
            isPartial = true
            Console.fail(CommandFailure(path, error))
          }
        }
      }
    }
  }
}
