import Foundation
import Glibc
import LinuxSystem

/// Makes the checksums of documents that have been quiet for a while, in the background of a mount.
///
/// It is one more reader of the change log, with an anchor of its own in the settings. One process does it at a time. If there is no anchor, or the
/// log does not reach back to it, all documents are listed in the order of their numbers, from an anchor that is taken before. Contents are read
/// with the lowest priority of processor and disk. Used by one thread.
package final class ChecksumMaker: @unchecked Sendable {
  // Sendable: one thread calls everything but `stop`, which uses `isStopped` only.
  private let store: ItemStore
  private let lock: FeederLock
  /// How long a document must not have been changed, in microseconds.
  private let quiet: Int64
  private let isStopped = Monitor(false)
  private let reading = IdleThread()

  static let author = "org.openfileprovider.checksums"
  static let setting = "checksums"
  private static let batchSize = 64
  /// How much is read before the checksums are stored, in bytes.
  private static let mostBytes: Int64 = 256 << 20

  /// - Parameter quiet: How long a document must not have been changed, in seconds.
  package init(_ store: ItemStore, quiet: Double = 300) throws(StoreError) {
    self.store = store
    self.quiet = Int64(quiet * 1e6)
    lock = try FeederLock(directory: store.directory, name: "checksums.lock")
  }

  /// How far it is: all changes up to a generation, and while all documents are listed, the last listed one.
  private struct Progress {
    var anchor: Generation
    var listed: ItemID?

    init(anchor: Generation, listed: ItemID?) {
      self.anchor = anchor
      self.listed = listed
    }

    init?(_ text: String) {
      let numbers = text.split(separator: " ").map { Int64($0) }
      guard let first = numbers.first, let first else { return nil }
      anchor = Generation(rawValue: first)
      listed = numbers.count > 1 ? numbers[1].map { ItemID(rawValue: $0) } : nil
    }

    var text: String { listed.map { "\(anchor.rawValue) \($0.rawValue)" } ?? "\(anchor.rawValue)" }
  }

  /// Makes some checksums, unless another process is doing so.
  ///
  /// - Returns: Whether more are known to be due.
  package func makeSome() throws(StoreError) -> Bool {
    try lock.ifFree { () throws(StoreError) in
      let (stored, oldest, newest) = try store.readCommitted { (reader) throws(StoreError) in
        (
          try reader.setting(Self.setting).flatMap { Progress($0) }, try reader.oldestGeneration(),
          try reader.generation()
        )
      }
      let progress = stored.flatMap { $0.anchor >= oldest ? $0 : nil } ?? Progress(anchor: newest, listed: ItemID.none)
      if progress.listed != nil { return try list(progress) }
      if try follow(progress) { return true }
      try makeDue(progress)
      return false
    } ?? false
  }

  /// - Returns: Whether more are known to be due.
  private func list(_ progress: Progress) throws(StoreError) -> Bool {
    let documents = try store.readCommitted { (reader) throws(StoreError) in
      try reader.documents(after: progress.listed ?? .none, limit: Self.batchSize)
    }
    try makeAll(documents.map(\.id))
    try store.change(author: Self.author) { (transaction) throws(StoreError) in
      try transaction.forgetChecksumsOfNobody(
        after: progress.listed ?? .none, upTo: documents.last?.id ?? ItemID(rawValue: .max))
    }
    try note(Progress(anchor: progress.anchor, listed: documents.last?.id))
    return true
  }

  /// - Returns: Whether more are known to be due.
  private func follow(_ progress: Progress) throws(StoreError) -> Bool {
    var (end, present, gone) = (progress.anchor, Set<ItemID>(), Set<ItemID>())
    let latest = Timestamp.now.rawValue / 1000 - quiet
    var count = 0
    try store.readCommitted { (reader) throws(StoreError) in
      try LogReader(reader).forEachLogRow(after: progress.anchor) { row in
        guard row.time <= latest, count < Self.batchSize else { return false }
        count += 1
        end = row.generation
        if row.event == .delete { gone.insert(row.item) } else if row.kind == .file { present.insert(row.item) }
        return true
      }
    }
    guard end > progress.anchor else { return false }
    try makeAll(try unchanged(present.sorted(), upTo: end), gone: gone)
    try note(Progress(anchor: end, listed: nil))
    return count == Self.batchSize
  }

  /// Makes the checksums of documents that were being written before, and those that were forgotten.
  private func makeDue(_ progress: Progress) throws(StoreError) {
    var last = ItemID.none
    while true {
      let due = try store.readCommitted { (reader) throws(StoreError) in
        try ContentReader(reader).dueChecksums(after: last, limit: Self.batchSize)
      }
      guard let end = due.last else { return }
      last = end
      try makeAll(try unchanged(due, upTo: progress.anchor), areDue: true)
    }
  }

  /// Those of some documents that were not changed after a generation. The others come again with the change log.
  private func unchanged(_ ids: some Sequence<ItemID>, upTo end: Generation) throws(StoreError) -> [ItemID] {
    try store.readCommitted { (reader) throws(StoreError) -> [ItemID] in
      var unchanged: [ItemID] = []
      for id in ids where try reader.item(id).map({ $0.lastChange <= end }) ?? true { unchanged.append(id) }
      return unchanged
    }
  }

  /// - Parameter areDue: Whether the store already marks all of them as due.
  private func makeAll(_ ids: [ItemID], gone: Set<ItemID> = [], areDue: Bool = false) throws(StoreError) {
    var made = Made(gone: gone)
    for id in ids {
      switch try make(id) {
      case .made(let item, let sum): made.append(item, sum)
      case .notYet: if !areDue { made.due.append(id) }
      case .nothing: if areDue { made.gone.insert(id) }
      }
      if made.bytes < Self.mostBytes { continue }
      try note(made)
      made = Made()
    }
    try note(made)
  }

  /// The results that have to be stored.
  private struct Made {
    private(set) var sums: [(item: ItemAttributes, sum: ContentChecksum)] = []
    private(set) var bytes: Int64 = 0
    var due: [ItemID] = []
    /// Those without a checksum from now on.
    var gone: Set<ItemID> = []

    var isEmpty: Bool { sums.isEmpty && due.isEmpty && gone.isEmpty }

    mutating func append(_ item: ItemAttributes, _ sum: ContentChecksum) {
      sums.append((item, sum))
      bytes += sum.size
    }
  }

  /// A document that is deleted while it is read, or whose contents are gone or cannot be read, has none.
  private func make(_ id: ItemID) throws(StoreError) -> ItemStore.ChecksumResult {
    do throws(StoreError) {
      return try store.makeChecksum(of: id) { (content) throws(StoreError) in
        try reading.run { () throws(StoreError) in
          try ContentChecksum(of: content, in: store.contents) { isStopped.read { $0 } }
        }
      }
    } catch {
      guard error.code == .damaged || error.code == .inputOutput else { throw error }
      return .nothing
    }
  }

  private func note(_ made: Made) throws(StoreError) {
    if made.isEmpty { return }
    try store.change(author: Self.author) { (transaction) throws(StoreError) in
      for (item, sum) in made.sums { try transaction.noteChecksum(sum, of: item) }
      for id in made.due { try transaction.noteChecksumIsDue(of: id) }
      for id in made.gone { try transaction.forgetChecksum(of: id) }
    }
  }

  private func note(_ progress: Progress) throws(StoreError) {
    try store.change(author: Self.author) { (transaction) throws(StoreError) in
      try transaction.changeSetting(Self.setting, to: progress.text)
    }
  }

  // MARK: The thread

  /// Makes checksums until `stop` is called; for a thread of its own.
  ///
  /// - Parameter report: Called with an error; the work continues after a while.
  package func run(report: (StoreError) -> Void = { _ in }) {
    while !isStopped.read({ $0 }) {
      do throws(StoreError) { if try makeSome() { continue } } catch {
        if error.code == .interrupted { continue }
        report(error)
        if error.code == .featureUnsupported { return }
      }
      let pause = Duration.microseconds(min(max(quiet, 10_000), 60_000_000))
      _ = isStopped.wait(until: .after(pause)) { $0 ? true : nil }
    }
  }

  /// Has `run` end soon. From any thread.
  package func stop() { isStopped.withLock { $0 = true } }
}

extension CheckEditor {
  /// Removes all checksums, and has them made again.
  func forgetChecksums() throws(StoreError) {
    try reader.statement(.deleteChecksums).run()
    try transaction.changeSetting(ChecksumMaker.setting, to: nil)
  }
}
