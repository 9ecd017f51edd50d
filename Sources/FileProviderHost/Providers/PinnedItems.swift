import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// Brings what was pinned: a document's contents, and of a folder all that is below it.
struct PinnedItems {
  let store: ItemStore
  let provided: ProvidedItems
  private var isPartial = false
  private var documents: Int64 = 0

  init(_ store: ItemStore, _ provided: ProvidedItems) {
    self.store = store
    self.provided = provided
  }

  /// - Throws: `CommandEnd` on an interruption, or after a failed download, which is listed.
  mutating func download(_ paths: [ItemPath]) throws {
    do {
      for path in paths {
        let item = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path.path) }
        if let item { try download(item, path.isRoot ? "" : path.path) }
      }
    } catch let end as CommandEnd where end.status == .interrupted {
      Console.say(
        "pin: interrupted; the items stay pinned, and missing contents are downloaded while the provider's process runs"
      )
      throw end
    }
    if isPartial { throw CommandEnd(status: .failed) }
  }

  private mutating func download(_ item: ItemAttributes, _ path: String) throws {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    do {
      guard item.isFolder else {
        if item.flags.contains(.dataless) {
          documents += 1
          ProgressLine.show("\(HumanText.count(documents)) documents, \(path)")
          _ = try provided.downloadContents(of: item, path)
        }
        return
      }
      try provided.list(item, path)
    } catch let failure as CommandFailure where failure.status == .failed {
      isPartial = true
      return Console.fail(failure)
    }
    try downloadAll(below: item.id, path)
  }

  private mutating func downloadAll(below folder: ItemID, _ path: String) throws {
    var pages = ChildPages(of: folder, in: store)
    while true {
      let page = try pages.next()
      if page.isEmpty { return }
      for (item, name) in page { try download(item, path + "/" + name.spelling) }
    }
  }
}
