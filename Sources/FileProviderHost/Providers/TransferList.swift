import FileProviderDomains
import FileProviderInterface
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import LinuxSystem

/// The documents of a domain that are downloaded and uploaded now, and those that are uploaded next.
struct TransferList {
  struct Transfer {
    enum Direction: String { case download, upload }
    enum State: String { case running, next, paused }

    var item: ItemID
    var direction: Direction
    var state: State
    var path: String
    /// In bytes; `nil` where the provider reports none.
    var completed: Int64?
    var total: Int64
    /// In bytes a second; `nil` where it is unknown.
    var speed: Int64?
  }

  /// Those that run first.
  private(set) var transfers: [Transfer] = []
  /// Number of transfers that are not listed.
  private(set) var others: Int64 = 0
  /// Why only what programs wait for is transferred, if that is so.
  let restraint: TransferRestraint?

  /// More are not listed of those that are next.
  private static let mostNext = 20
  /// How long the progress of downloads is observed for their speed.
  private static let observation = 1.0

  init(_ store: ItemStore) throws {
    let before = MonotonicClock.now
    var process = DomainFacts.process(store)
    let former = process?.details?.downloads ?? []
    if !former.isEmpty {
      let end = Deadline.after(.seconds(Self.observation))
      _ = end.ask(every: .milliseconds(100)) { Interruption.hasCome }
      process = DomainFacts.process(store)
    }
    let seconds = Double(MonotonicClock.now - before) / 1e9
    try store.notePendingChanges()
    let reader = try store.makeCommittedReader()
    restraint = try TransferRestraint(reader, process)
    for download in process?.details?.downloads ?? [] {
      guard let path = try reader.path(of: download.item) else { continue }
      let earlier = former.first {
        $0.item == download.item && $0.total == download.total && $0.completed <= download.completed
      }
      transfers.append(
        Transfer(
          item: download.item, direction: .download, state: .running, path: path, completed: download.completed,
          total: download.total, speed: earlier.map { Int64(Double(download.completed - $0.completed) / seconds) }))
    }
    others = max(0, Int64(process?.details?.downloadCount ?? 0) - Int64(transfers.count))
    try addUploads(reader)
  }

  private mutating func addUploads(_ reader: StoreReader) throws {
    var next: [Transfer] = []
    var failure: StoreError?
    try ProvidedReader(reader).forEachPending { pending in
      // One that was refused waits for a change.
      guard pending.fields.contains(.contents), pending.operation != .delete, pending.state != .parked else {
        return true
      }
      do throws(StoreError) {
        guard let item = try reader.item(pending.item), item.kind == .file else { return true }
        guard pending.state == .calling || next.count < Self.mostNext else {
          others += 1
          return true
        }
        let isRunning = pending.state == .calling
        let upload = Transfer(
          item: pending.item, direction: .upload, state: isRunning ? .running : restraint == nil ? .next : .paused,
          path: pending.path, total: item.size)
        if isRunning { transfers.append(upload) } else { next.append(upload) }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    transfers += next
  }
}

extension TransferList.Transfer {
  /// A line of text: the direction, the path, and how far it is.
  var line: String {
    var line = "\(word.padded(to: 11))  \(path)  "
    guard let completed else { return line + HumanText.size(total) }
    line += total > 0 ? "\(HumanText.size(completed)) of \(HumanText.size(total))" : HumanText.size(completed)
    guard let speed else { return line }
    line += ", \(HumanText.size(speed)) a second"
    guard speed > 0, total > completed else { return line }
    return line + ", \(HumanText.duration(seconds: Double(total - completed) / Double(speed))) left"
  }

  private var word: String {
    switch (direction, state) {
    case (.download, _): "downloading"
    case (.upload, .running): "uploading"
    case (.upload, .next): "next"
    case (.upload, .paused): "paused"
    }
  }

  func write(_ reader: StoreReader, to writer: ByteWriter) throws {
    var object = try JSONObject(writer)
    try object.add("direction", direction.rawValue)
    try object.add("state", state.rawValue)
    try object.add("path", path)
    try object.add("identifier", try reader.identifier(of: item).rawValue)
    if let completed { try object.add("bytes", completed) } else { try object.add("bytes", nil) }
    try object.add("totalBytes", total)
    if let speed { try object.add("bytesPerSecond", speed) } else { try object.add("bytesPerSecond", nil) }
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }
}
