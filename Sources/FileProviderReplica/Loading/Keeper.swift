import FileProviderStore
import Glibc
import LinuxSystem
import Logging

/// Downloads what is pinned, and what the provider wants to be here: missing contents, and of folders all that is below them, also what comes
/// there later.
///
/// One thread looks through these items whenever something is committed, and not all the time. Where something could not be fetched, it looks again after
/// pauses that grow; latched items are left alone.
struct Keeper: ReplicaPart {
  let loader: Loader
  var state: ReplicaState { loader.state }

  func start() throws(StoreError) {
    try state.startThread("replica.keep") { [self] in
      var failures = 0
      var next = Deadline.never
      while true {
        let hasEnded = state.keeperRequests.wait(until: next) { requests -> Bool? in
          if requests.isStopped { return true }
          guard requests.isDue else { return nil }
          (requests.isDue, requests.isUrgent) = (false, false)
          return false
        }
        if hasEnded == true { return }
        let began = Self.work
        let restraint = state.restraintEnd
        do {
          askForRoot()
          let isComplete = try restraint != nil || [loadPinned(), loadEager(), loadUpdated()].allSatisfy(\.self)
          failures = isComplete ? 0 : failures + 1
          next = restraint ?? (isComplete ? .never : .after(state.pause(afterFailures: failures)))
        } catch {
          if inFlight.isStopped { return }
          logger.debug("cannot download a pinned item", metadata: [Logger.Key.error: "\(error)"])
        }
        // What failed is not fetched again with each change that somebody makes.
        let retrying = failures > 0 ? min(state.pause(afterFailures: failures), Self.longestPause) : .zero
        let pause = Deadline.after(max(Self.keepingPause, (Self.work - began) * 10, retrying))
        if state.keeperRequests.wait(
          until: min(pause, restraint ?? .never), for: { $0.isStopped || $0.isUrgent ? $0.isStopped : nil }) == true
        {
          return
        }
      }
    }
  }

  private static let keepingPause = Duration.milliseconds(500)
  /// What is pinned waits for so long at most where something else cannot be fetched.
  private static let longestPause = Duration.seconds(10)

  /// How long this thread has worked: without the downloads, for which it waits.
  private static var work: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// - Returns: Whether everything is here; so for the functions below.
  private func loadPinned() throws -> Bool {
    var key = ItemID.none
    var isComplete = true
    while !inFlight.isStopped {
      let pinned = try store.readCommitted { (reader) throws(StoreError) in
        try EvictionReader(reader).pinnedItems(after: key, limit: 256)
      }
      guard let last = pinned.last else { return isComplete }
      key = last.id
      for item in pinned where try !loadAll(from: item) { isComplete = false }
    }
    return false
  }

  /// Downloads an item and what is below it, a page at a time.
  ///
  /// - Parameter isWanted: Whether to download something that is below it, and what is below that.
  func loadAll(
    from item: ItemAttributes, where isWanted: (StoreReader, ItemID) throws(StoreError) -> Bool = { _, _ in true }
  ) throws -> Bool {
    guard item.isFolder else { return loader.loadMissing([item]) }
    var isComplete = true
    var folders = [item]
    while let folder = folders.popLast() {
      if folder.flags.contains(.unlisted), !loader.loadMissing([folder]) { isComplete = false }
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
        if !loader.loadMissing(page.filter { !$0.isFolder }) { isComplete = false }
        folders += page.filter(\.isFolder)
      }
    }
    return isComplete
  }
}
