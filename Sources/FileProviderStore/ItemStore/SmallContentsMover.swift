import Glibc
import LinuxSystem

/// Moves small contents that lie in files, as an earlier version left them, into the database, in the background of a mount.
///
/// A setting of the store says how far it is: the documents up to that number need not be looked at again. A document that is open, or that is being
/// written or not on the disk yet, is passed over, and looked at again later. One process does this at a time, and only while no program uses its mount.
/// Contents are read with the lowest priority of processor and disk. Used by one thread.
package final class SmallContentsMover: @unchecked Sendable {
  // Sendable: one thread calls everything but `stop`, which uses `isStopped` only.
  private let store: ItemStore
  private let lock: FeederLock
  private let requests: @Sendable () -> UInt64
  private let quiet: Duration
  private let isStopped = Monitor(false)
  private var lastRequests: UInt64?

  static let setting = "small-contents"
  /// The setting once all documents were looked at.
  static let all = "all"
  private static let batchSize = 256
  /// How long the write lock is held for, in nanoseconds.
  private static let longestChange: UInt64 = 2_000_000
  /// So much longer than a batch takes is the pause after it.
  private static let pauseFactor = 4

  /// - Parameters:
  ///   - requests: How many requests of programs there have been; the number does not change while the mount is at rest.
  ///   - quiet: How long there must have been none.
  package init(
    _ store: ItemStore, quiet: Duration = .seconds(1), requests: @escaping @Sendable () -> UInt64 = { 0 }
  ) throws(StoreError) {
    self.store = store
    self.quiet = quiet
    self.requests = requests
    lock = try FeederLock(directory: store.directory, name: "small-contents.lock")
  }

  /// A document whose contents are small and in a file, and what that file has.
  struct Found: Sendable {
    var item: ItemAttributes
    var content: ContentKey
    var bytes: [UInt8] = []
    /// Of the file; `nil` where it could not be opened without waiting.
    var file: FileVersion?
  }

  /// Whether a file is the same, and nobody has written into it.
  struct FileVersion: Equatable, Sendable {
    private let number: UInt64
    private let modified: Timestamp

    init(_ status: stat) {
      number = UInt64(status.st_ino)
      modified = Timestamp(status.st_mtim)
    }
  }

  /// The documents of one batch.
  private struct Batch: Sendable {
    var found: [Found] = []
    var last: ItemID
  }

  /// Moves what can be moved now, unless another process does so.
  ///
  /// - Returns: Whether nothing is left to be done, now or later.
  package func moveAll() throws(StoreError) -> Bool {
    try lock.ifFree { () throws(StoreError) in
      guard let start = try start() else { return true }
      let reading = IdleThread()
      var (last, left) = (start, [ItemID]())
      while awaitRest() {
        let began = MonotonicClock.now
        let from = last
        guard let batch = try read(after: from, on: reading) else {
          if !left.isEmpty { return false }
          try note(Self.all)
          return true
        }
        if isStopped.read({ $0 }) { return false }
        guard try move(batch, &left) else { return true }
        last = batch.last
        if requests() == lastRequests { try store.foldLongLog() }
        pause(.nanoseconds(Int64(MonotonicClock.now - began)) * Self.pauseFactor)
      }
      return false
    } ?? false
  }

  /// After which document to begin; `nil` where there is nothing to do.
  private func start() throws(StoreError) -> ItemID? {
    try store.readCommitted { (reader) throws(StoreError) in
      // What is under way to a provider is known by its contents.
      guard try reader.setting("provider") == nil else { return nil }
      guard let text = try reader.setting(Self.setting) else { return ItemID.none }
      return Int64(text).map { ItemID(rawValue: $0) }
    }
  }

  /// The next documents, with the contents of those that may be moved; `nil` when there are no more.
  private func read(after last: ItemID, on thread: IdleThread) throws(StoreError) -> Batch? {
    let documents = try store.readCommitted { (reader) throws(StoreError) in
      try reader.documents(after: last, limit: Self.batchSize)
    }
    guard let end = documents.last else { return nil }
    let found = try thread.run { () throws(StoreError) in
      documents.compactMap { isStopped.read { $0 } ? nil : read($0) }
    }
    return Batch(found: found, last: end.id)
  }

  /// Reads the contents of a document, if they are small and in a file. Those that are gone or cannot be read are reported by “check”.
  func read(_ item: ItemAttributes) -> Found? {
    guard let content = item.content, !content.isSmall, (1...Int64(SmallContents.largest)).contains(item.size),
      !item.flags.contains(.dataless)
    else { return nil }
    do {
      var found = Found(item: item, content: content)
      guard let file = try store.contents.openAtOnce(content, flags: O_RDONLY) else { return found }
      var status = stat()
      guard fstat(file.number, &status) == 0 else { return nil }
      found.file = FileVersion(status)
      found.bytes = try WholeFile.read(file.number, about: Int(item.size), atMost: SmallContents.largest + 1)
      return found
    } catch { return nil }
  }

  /// Moves the documents of a batch, in transactions that are short.
  ///
  /// - Parameter left: The documents that were passed over.
  /// - Returns: False when the domain has got a provider.
  private func move(_ batch: Batch, _ left: inout [ItemID]) throws(StoreError) -> Bool {
    var rest = batch.found[...]
    while !rest.isEmpty {
      let (some, before) = (rest, left)
      let done = try store.change(author: ItemStore.housekeepingAuthor) {
        (transaction) throws(StoreError) -> (count: Int, left: [ItemID])? in
        guard try !transaction.hasProvider() else { return nil }
        let began = MonotonicClock.now
        var (count, left) = (0, before)
        for found in some {
          if try !transaction.moveToDatabase(found) { left.append(found.item.id) }
          count += 1
          if MonotonicClock.now - began > Self.longestChange { break }
        }
        let last = count == some.count ? batch.last : some[some.startIndex + count - 1].item.id
        let position = left.first.map { $0.rawValue - 1 } ?? last.rawValue
        try transaction.changeSetting(Self.setting, to: String(position))
        return (count, left)
      }
      guard let done else { return false }
      left = done.left
      rest = rest.dropFirst(done.count)
    }
    return true
  }

  private func note(_ text: String) throws(StoreError) {
    try store.change(author: ItemStore.housekeepingAuthor) { (transaction) throws(StoreError) in
      try transaction.changeSetting(Self.setting, to: text)
    }
  }

  // MARK: The thread

  /// Waits until no request has come for a while.
  ///
  /// - Returns: False when it was stopped.
  private func awaitRest() -> Bool {
    var now = requests()
    while now != lastRequests {
      lastRequests = now
      pause(quiet)
      if isStopped.read({ $0 }) { return false }
      now = requests()
    }
    return !isStopped.read { $0 }
  }

  private func pause(_ time: Duration) { _ = isStopped.wait(until: .after(time)) { $0 ? true : nil } }

  /// Moves contents until nothing is left to be done, or `stop` is called; for a thread of its own.
  ///
  /// - Parameter report: Called with an error; the work continues after a while, which grows.
  package func run(report: (StoreError) -> Void = { _ in }) {
    var pauses = Backoff(first: .seconds(60), longest: .seconds(3600))
    while !isStopped.read({ $0 }) {
      do throws(StoreError) { if try moveAll() { return } } catch {
        // The database grows before the room of the files is free.
        if error.code != .full { report(error) }
      }
      if let time = pauses.next() { pause(time) }
    }
  }

  /// Has `run` end soon. From any thread.
  package func stop() { isStopped.withLock { $0 = true } }
}
