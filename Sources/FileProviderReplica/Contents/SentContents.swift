import FileProviderInterface
import FileProviderStore
import FileProviderSync
import Foundation

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
      let present = document.content.map { store.contents.url(of: $0) }
      if try isEqual(fetched.url, present) { return .present }
    }
    return try copies(sentOf: id).contains { try isEqual(fetched.url, $0) } ? .sent : .other
  }

  /// Whether two files have the same bytes; no file has none.
  private func isEqual(_ url: URL, _ other: URL?) throws -> Bool {
    let theirs = try FileHandle(forReadingFrom: url)
    defer { try? theirs.close() }
    guard let other else { return try theirs.read(upToCount: 1)?.isEmpty ?? true }
    let ours: FileHandle
    do { ours = try FileHandle(forReadingFrom: other) } catch {
      // Somebody has replaced these contents meanwhile. As an error it would count as the provider's, and mean that its item is gone.
      guard ProviderErrorPolicy(error).reaction == .remove else { throw error }
      return false
    }
    defer { try? ours.close() }
    while true {
      if inFlight.isStopped { throw ReplicaError.stopped }
      let (a, b) = (try theirs.read(upToCount: 1 << 20) ?? Data(), try ours.read(upToCount: 1 << 20) ?? Data())
      guard a == b else { return false }
      if a.isEmpty { return true }
    }
  }

  /// Whether two documents have the same contents here. Those that are not downloaded are not known.
  func isSameHere(_ id: ItemID, as other: ItemID) throws -> Bool {
    let (document, second) = try store.readCommitted { (reader) throws(StoreError) in
      (try reader.item(id), try reader.item(other))
    }
    guard let document, let second, !document.flags.contains(.dataless), !second.flags.contains(.dataless),
      let content = document.content, let secondContent = second.content
    else { return false }
    do { return try isEqual(store.contents.url(of: content), store.contents.url(of: secondContent)) } catch
      where ProviderErrorPolicy(error).reaction == .remove
    { return false }
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
