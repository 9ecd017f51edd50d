import ArgumentParser
import FileProviderCopying
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// `evict [-v] PATH…`
struct EvictCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "evict", abstract: "Evict downloaded contents from this machine.",
    discussion: """
      Evicted items look the same, and their contents are downloaded again when a program reads them. Items that are not uploaded yet, open, pinned, \
      or that the provider keeps downloaded are skipped and listed. A folder stands for everything below it except rescued items, which exist only here.
      """)

  @OptionGroup var domain: DomainOptions
  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Print each evicted item.") var isVerbose = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  var watchesSignals: Bool { true }

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths, for: .marking)
    let store = selection.store
    guard try store.readCommitted({ (reader) throws(StoreError) in try reader.setting("provider") }) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "a local domain keeps the only copy of its contents", status: .unavailable)
    }
    // What cannot be removed now is removed by the next opening of the domain.
    defer { try? store.removeDiscarded() }
    let report = BulkReport(isRehearsal: false, isVerbose: isVerbose)
    let eviction = try ItemEviction(store: store, report: report)
    try report.flushing {
      try PathByPath.run(selection.paths) { path in
        let item = try store.readCommitted { (reader) throws(StoreError) in
          Result { try PathReader(reader).item(at: path) }
        }.get()
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
    rescued = try store.readCommitted { (reader) throws(StoreError) in try RescueReader(reader).rescuedFolder() }
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
    return try store.readCommitted { (reader) throws(StoreError) in try EvictionReader(reader).pinRefusal(of: item.id) }
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
