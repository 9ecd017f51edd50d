import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// What the thread is asked for that brings what is to be here.
struct KeepRequests {
  var isStopped = false
  /// Whether something has changed since it looked last.
  var isDue = true
}

/// Bringing what is pinned, and what the provider wants to be here: contents that are not here, and of folders all that is below them, also what comes
/// there later.
///
/// One thread looks through these items whenever something is committed, and not all the time. What an error holds up is left alone.
extension Replica {
  func startKeeping() throws(StoreError) {
    try startThread("replica.keep") { [self] in
      while true {
        let isOver = keeping.wait { requests -> Bool? in
          if requests.isStopped { return true }
          defer { requests.isDue = false }
          return requests.isDue ? false : nil
        }
        if isOver { return }
        let began = ContinuousClock.now
        do {
          askForPolicyOfRoot()
          try bringPinned()
          try bringEager()
          try bringUpdated()
        } catch {
          if inFlight.isStopped { return }
          logger.debug("what is kept here cannot be brought", metadata: [Logger.Key.error: "\(error)"])
        }
        let pause = max(Self.keepingPause, (ContinuousClock.now - began) * 10)
        if keeping.wait(until: .after(pause), for: { $0.isStopped ? true : nil }) == true { return }
      }
    }
  }

  /// Something has changed, of which something may have to be brought.
  func noteKeeping() {
    // It is said for each folder that is listed, and wakes the thread once.
    if !keeping.read({ $0.isDue }) { keeping.withLock { $0.isDue = true } }
  }

  private static let keepingPause = Duration.milliseconds(500)

  private func bringPinned() throws {
    var key = ItemID.none
    while !inFlight.isStopped {
      let pinned = try store.readCommitted { (reader) throws(StoreError) in
        try reader.pinnedItems(after: key, limit: 256)
      }
      guard let last = pinned.last else { return }
      key = last.id
      for item in pinned { try bringAll(from: item) }
    }
  }

  /// Brings an item and what is below it, a page at a time.
  ///
  /// - Parameter isWanted: Whether to bring something that is below it, and what is below that.
  func bringAll(
    from item: ItemAttributes, where isWanted: (StoreReader, ItemID) throws(StoreError) -> Bool = { _, _ in true }
  ) throws {
    guard item.isFolder else { return bring([item]) }
    var folders = [item]
    while let folder = folders.popLast() {
      if folder.flags.contains(.unlisted) { bring([folder]) }
      var key = ItemID.none
      while !inFlight.isStopped {
        var page: [ItemAttributes] = []
        try store.readCommitted { (reader) throws(StoreError) in
          try reader.forEachChild(of: folder.id, after: key) { child, _ in
            page.append(copy child)
            return page.count < 256
          }
          key = page.last?.id ?? .none
          var wanted: [ItemAttributes] = []
          for child in page { if try isWanted(reader, child.id) { wanted.append(child) } }
          page = wanted
        }
        guard key != .none else { break }
        bring(page.filter { !$0.isFolder })
        folders += page.filter(\.isFolder)
      }
    }
  }

  /// Brings what is not here of some items, and waits for it.
  func bring(_ items: [ItemAttributes]) {
    var running: [PendingAnswer<Void>] = []
    for item in items {
      let isMissing = item.flags.contains(item.isFolder ? .unlisted : .dataless)
      guard isMissing, latches.withLock({ $0.error(for: item.id) }) == nil else { continue }
      if running.count == max(1, limits.downloads / 2) { _ = try? running.removeFirst().wait(until: .never)?.get() }
      let answer = PendingAnswer<Void>()
      _ = load(item.isFolder ? .listing(item.id) : .contents(item.id)) { answer.answer($0) }
      running.append(answer)
    }
    for answer in running { _ = try? answer.wait(until: .never)?.get() }
  }
}
