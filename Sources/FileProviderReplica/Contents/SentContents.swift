import FileProviderInterface
import FileProviderStore
import FileProviderSync
import Foundation
import Glibc
import LinuxSystem

/// The contents that were sent, or are to be, and what the provider has of them.
struct SentContents: ReplicaPart {
  let state: ReplicaState
  var snapshots: ContentSnapshots { ContentSnapshots(of: store) }

  /// Makes a change after which the copy of a document's sent contents is not needed any more, nor that of one that it has replaced since. They stay if the
  /// change cannot be committed.
  ///
  /// - Parameter isEnded: Whether they are not needed, given what the change returns.
  func change<Value>(
    endingSentOf id: ItemID, where isEnded: (Value) -> Bool, _ body: (Transaction) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try endingCopies { (copies: inout EndedCopies) throws(StoreError) in
      try change { (transaction) throws(StoreError) in
        let value = try body(transaction)
        if isEnded(value) { try copies.end(sentOf: id, transaction) }
        return value
      }
    }
  }

  /// Makes a change after which some copies of sent contents are not needed any more. They stay if it cannot be committed.
  ///
  /// - Parameter body: Makes the change, and ends copies in it.
  func endingCopies<Value>(_ body: (inout EndedCopies) throws(StoreError) -> Value) throws(StoreError) -> Value {
    var copies = EndedCopies(snapshots: snapshots)
    // Unless they were removed by then.
    defer { copies.takeBack() }
    let value = try body(&copies)
    copies.remove()
    return value
  }

  /// The copies of contents that were sent of a document, or of one that it has replaced since, and may be at the provider.
  func copies(sentOf id: ItemID) throws(StoreError) -> [URL] {
    let former = try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).formerOwnerOfSentContents(of: id)
    }
    let urls = [id, former].compactMap { $0.map(snapshots.url(of:)) }
    return urls.filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  // MARK: Comparing

  enum Comparison {
    /// The provider has what the document has here now.
    case present
    /// The provider has what it was sent.
    case sent
    /// It has the beginning of what it was sent: many servers keep what came before the connection ended.
    case begun
    case other
  }

  /// Compares contents at the provider with those here, and with those that were sent.
  ///
  /// - Parameter id: The item for which they were sent.
  func comparison(
    of item: ProvidedItem, with document: ItemAttributes?, sentBy id: ItemID
  ) throws -> Comparison {
    let request = calls.request()
    let fetched = try calls.contents(
      of: NSFileProviderItemIdentifier(item.identifier), request: request, .unseen(size: item.size))
    defer { fetched.discard() }
    if let document, document.kind == .file, !document.flags.contains(.dataless) {
      if try isSame(fetched.url, as: document.content) { return .present }
    }
    var found = Comparison.other
    for copy in try copies(sentOf: id) {
      switch try comparison(of: fetched.url, withSent: copy) {
      case .sent: return .sent
      case .begun: found = .begun
      default: break
      }
    }
    return found
  }

  /// Compares a file at the provider with a copy that was sent, if that is still there.
  private func comparison(of url: URL, withSent copy: URL) throws -> Comparison {
    let theirs = try FileHandle(forReadingFrom: url)
    guard let ours = Descriptor(opening: copy.path, O_RDONLY) else {
      // Somebody has removed it meanwhile.
      if errno == ENOENT { return .other }
      throw StoreError(errno: errno, "cannot open \(copy.path)")
    }
    let file = Self.handle(ours)
    let found = try comparison(of: theirs, with: file)
    return try found == .begun && file.seekToEnd() <= Self.sentAtOnce ? .other : found
  }

  /// Contents of this many bytes arrive whole, or not at all.
  private static let sentAtOnce: UInt64 = 4096

  /// Whether a file at the provider has the contents of a document here, if it still has these; no contents have no bytes.
  private func isSame(_ url: URL, as content: ContentKey?) throws -> Bool {
    let theirs = try FileHandle(forReadingFrom: url)
    guard let content else { return try theirs.read(upToCount: 1)?.isEmpty ?? true }
    guard let ours = try open(content) else { return false }
    return try isSame(theirs, ours)
  }

  /// - Returns: `nil` where somebody has replaced these contents meanwhile. As an error that would count as the provider's, and mean that its item is gone.
  private func open(_ content: ContentKey) throws(StoreError) -> FileHandle? {
    do throws(StoreError) { return try Self.handle(store.contents.open(content, flags: O_RDONLY)) } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  private static func handle(_ file: consuming Descriptor) -> FileHandle {
    FileHandle(fileDescriptor: file.release(), closeOnDealloc: true)
  }

  private func isSame(_ theirs: FileHandle, _ ours: FileHandle) throws -> Bool {
    try comparison(of: theirs, with: ours) == .sent
  }

  private func comparison(of theirs: FileHandle, with ours: FileHandle) throws -> Comparison {
    while true {
      if inFlight.isStopped { throw ReplicaError.stopped }
      let (a, b) = (try theirs.read(upToCount: Self.piece) ?? Data(), try ours.read(upToCount: Self.piece) ?? Data())
      guard a == b else { return a.count < Self.piece && b.prefix(a.count) == a ? .begun : .other }
      if a.isEmpty { return .sent }
    }
  }

  /// How many bytes are compared at once. Only at the end of a file there are fewer.
  private static let piece = 1 << 20

  /// Whether two documents have the same contents here. Those that are not downloaded are not known.
  func isSameHere(_ id: ItemID, as other: ItemID) throws -> Bool {
    let (document, second) = try store.readCommitted { (reader) throws(StoreError) in
      (try reader.item(id), try reader.item(other))
    }
    guard let document, let second, !document.flags.contains(.dataless), !second.flags.contains(.dataless),
      let content = document.content, let secondContent = second.content
    else { return false }
    guard let one = try open(content), let another = try open(secondContent) else { return false }
    return try isSame(one, another)
  }

  /// Whether the provider has a document's contents, as they are here, in another one; `nil` where that one is not where it was any more.
  func isSame(_ id: ItemID, as other: ItemID) throws -> Bool? {
    let (document, identifier) = try store.readCommitted { (reader) throws(StoreError) in
      (try reader.item(id), try ProvidedReader(reader).providerIdentifier(of: other))
    }
    guard let document, !document.flags.contains(.dataless), let identifier else { return false }
    let item: ProvidedItem
    do { item = try calls.item(for: identifier) } catch  where ProviderErrorPolicy(error).reaction == .remove {
      return nil
    }
    guard item.kind == .file, item.size ?? document.size == document.size else { return false }
    do { return try comparison(of: item, with: document, sentBy: id) == .present } catch let error as StoreError {
      throw error
    } catch  where ProviderErrorPolicy(error).reaction == .remove { return false }
  }
}
