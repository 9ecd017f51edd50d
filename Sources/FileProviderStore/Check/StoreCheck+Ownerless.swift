import Foundation

extension StoreCheck {
  /// Checks content files that no item has: those of a running process, discarded ones, those of a process that died while it made them, and lost
  /// ones.
  ///
  /// - Parameter owned: The contents that items had when they were read. A file that was given to an item since then is not touched.
  func checkOwnerless(_ owned: Set<ContentKey>) throws(StoreError) {
    let discarded = try store.readCommitted { (reader) throws(StoreError) in
      Set(
        try reader.integers(
          """
          SELECT content FROM discarded_contents UNION SELECT content FROM replaced_contents
          UNION SELECT content FROM partial_contents
          UNION SELECT content FROM former_contents WHERE content IS NOT NULL
          UNION SELECT content FROM removed_documents WHERE content IS NOT NULL
          """))
    }
    let contents = store.contents
    var ownerless: [ContentKey] = []
    contents.forEach { key in
      if !owned.contains(key), !discarded.contains(key.rawValue) { ownerless.append(key) }
    }
    // Only now, since a live process that makes such a file made its mark before the file.
    let sessions = contents.sessions()
    var lost = try store.readCommitted { (reader) throws(StoreError) in try reader.ownerlessSmallContents() }
    var cutOff: [ContentKey] = []
    var unfinished: [ContentKey] = []
    for key in ownerless {
      if let foreign = contents.foreign(in: key) {
        reportForeign(key, foreign)
        continue
      }
      switch sessions.maker(of: key) {
      case .running: break
      case .ended: unfinished.append(key)
      case .endedInAnEarlierRun: cutOff.append(key)
      case .unknown: lost.append(key)
      }
    }
    try adopt(lost, "contents without an item", .left)
    // A loss of power leaves such files. They are no damage, but may still be of use.
    try adopt(cutOff, "contents without an item, from before the machine stopped; --repair keeps them", .due)
    try remove(unfinished)
    if repairs { ContentSession.forget(sessions.dead, in: contents.directory) }
  }

  private func reportForeign(_ key: ContentKey, _ foreign: String) {
    let problem = "\(store.contents.url(of: key).path) is \(foreign), not a content file"
    guard repairs, let place = store.contents.setAside(key) else { return report(StoreFinding(problem, .left)) }
    report(StoreFinding("\(problem); it is now \(place)", .repaired))
  }

  /// The number of files that are handled in one transaction: while it holds the write lock, no other process can give a file an owner.
  private static let batchSize = 1000

  /// - Parameter state: How they are reported without repairs.
  private func adopt(
    _ keys: [ContentKey], _ problem: String, _ state: StoreFinding.State
  ) throws(StoreError) {
    for keys in keys.batches(of: Self.batchSize) {
      var adopted: Set<ContentKey> = []
      if repairs {
        adopted = try store.change(author: options.author, mayUseReserve: true) { (transaction) throws(StoreError) in
          let ownerless = try transaction.reader.ownerless(keys)
          for key in ownerless { try CheckEditor(transaction).adopt(key) }
          return Set(ownerless)
        }
      } else {
        adopted = Set(try store.readCommitted { (reader) throws(StoreError) in try reader.ownerless(keys) })
      }
      for key in keys where adopted.contains(key) {
        let place = key.isSmall ? "in the database" : store.contents.url(of: key).path
        report(StoreFinding("\(problem): \(place)", repairs ? .repaired : state))
      }
    }
  }

  /// Removes the files that a process was making when it was killed. Their changes were never acknowledged, or they would be in the database.
  private func remove(_ keys: [ContentKey]) throws(StoreError) {
    for keys in keys.batches(of: Self.batchSize) {
      if repairs {
        try store.change(author: options.author) { (transaction) throws(StoreError) in
          for key in try transaction.reader.ownerless(keys) { try transaction.discard(key) }
        }
      } else {
        for key in try store.readCommitted({ (reader) throws(StoreError) in try reader.ownerless(keys) }) {
          report(
            StoreFinding(
              "unfinished contents of a process that died; --repair removes them: \(store.contents.url(of: key).path)",
              .due))
        }
      }
    }
  }
}

extension CheckEditor {
  /// Makes an item in `lost+found` for contents that no item has.
  fileprivate func adopt(_ key: ContentKey) throws(StoreError) {
    let folder = try lostAndFound()
    let name = try TreeEditor(transaction).freeName(
      in: folder, like: FileName("contents-\(String(key.rawValue, radix: 16))"))
    var new = NewItem(parent: folder, name: name, kind: .file, mode: 0o600, owner: getuid(), group: getgid())
    new.size = try transaction.contents.size(of: key) ?? 0
    new.content = key
    try TreeEditor(transaction).create(new)
  }
}

extension Array {
  fileprivate func batches(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
