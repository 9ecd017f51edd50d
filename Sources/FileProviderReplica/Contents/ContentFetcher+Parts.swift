import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem

// Documents of which a part is fetched; see `PartialContents`.
extension ContentFetcher {
  /// How many calls fetch one part at most, however little each of them returns.
  private static let mostCalls = 64

  /// A part of a document that is to be fetched.
  private struct Missing {
    let identifier: NSFileProviderItemIdentifier
    let version: NSFileProviderItemVersion
    var contents: PartialContents?
    let size: Int64
    /// What is asked for.
    let bytes: Range<Int64>
    /// The first byte that is not here; `bytes` may begin before it.
    let first: Int64
  }

  /// Fetches what is not here of a range, trying again what fails for the moment. The provider decides how much more it returns.
  ///
  /// - Throws: As `fetch(_:_:)`.
  func fetch(_ range: Range<Int64>, of document: ItemID, _ interest: LoadInterest) throws {
    // Parts of contents without a version could be of different ones.
    let row = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(document) }
    guard row?.contentVersion != nil, calls.fetchesByRange else { return try fetch(document, interest) }
    try fetching(document, interest) { [self] in
      try renewing(document) { try fetchParts(of: document, in: range, interest) }
    }
  }

  /// Fetches the rest of a document of which parts are here.
  ///
  /// - Returns: Whether it is here now.
  func fetchRest(of document: ItemID, size: Int64, _ interest: LoadInterest) throws -> Bool {
    guard try renewing(document, { try fetchParts(of: document, in: 0..<size, interest, mostCalls: .max) }) else {
      return false
    }
    try completeAgain(document)
    return true
  }

  /// Updates what is here of a document where the provider has another version than the one that is fetched.
  private func renewing(_ document: ItemID, _ fetch: () throws -> Bool) throws -> Bool {
    do { return try fetch() } catch  where ProviderErrorPolicy(error).reaction == .renew {
      try renew(document)
      throw error
    }
  }

  /// - Returns: Whether the range is here now; false when the document has changed on the way.
  private func fetchParts(
    of document: ItemID, in range: Range<Int64>, _ interest: LoadInterest, mostCalls: Int = mostCalls
  ) throws -> Bool {
    var calls = 0
    while let missing = try missing(of: document, in: range) {
      guard calls < mostCalls else { throw ReplicaError.broken("each call returns too little") }
      calls += 1
      let load = ContentLoad(
        document: document, size: Int64(missing.bytes.count), interest: interest, downloads: downloads)
      let part = try self.calls.part(
        of: missing.identifier, version: missing.version, range: missing.bytes,
        request: self.calls.request(for: interest.asker), load)
      defer { part.discard() }
      guard part.item.map({ isOf($0, missing) }) ?? true else { throw ReplicaError.otherVersion }
      guard try parts.alone(document, { try take(part, missing, of: document) }) else { return false }
    }
    return true
  }

  /// Whether a part is of the document as it is known here. Of another size it is another version, whatever the provider calls it: otherwise
  /// parts up to the size that was announced would pass for the whole document.
  private func isOf(_ item: ProvidedItem, _ missing: Missing) -> Bool {
    item.contentVersion == Array(missing.version.contentVersion) && item.size ?? missing.size == missing.size
  }

  /// What is to be asked for next; `nil` when nothing is missing.
  private func missing(of document: ItemID, in range: Range<Int64>) throws -> Missing? {
    try dropIfGone(document)
    return try store.readCommitted { (reader) throws(StoreError) -> Missing? in
      guard let item = try reader.item(document), let row = try ProvidedReader(reader).provided(document) else {
        throw StoreError(.noSuchItem, "no item \(document)")
      }
      guard item.flags.contains(.dataless), let stretch = range.isEmpty ? nil : range.clamped(to: 0..<item.size),
        !stretch.isEmpty, let bytes = try ProvidedReader(reader).missing(of: document, in: stretch)
      else { return nil }
      let version = NSFileProviderItemVersion(
        contentVersion: Data(row.contentVersion ?? []), metadataVersion: Data(row.metadataVersion ?? []))
      // Aligned but where the document ends, or a part that is here begins.
      let start = bytes.lowerBound / ProviderCalls.alignment * ProviderCalls.alignment
      return Missing(
        identifier: NSFileProviderItemIdentifier(row.identifier), version: version,
        contents: try ProvidedReader(reader).partialContents(of: document), size: item.size,
        bytes: max(start, 0)..<bytes.upperBound, first: bytes.lowerBound)
    }
  }

  /// Forgets parts whose file is not there: this process was killed when they had just become whole.
  private func dropIfGone(_ document: ItemID) throws {
    let known = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).partialContents(of: document)
    }
    guard let known, store.contents.size(of: known.content) == nil else { return }
    try parts.alone(document) {
      try change { (transaction) throws(StoreError) in
        guard try ProvidedReader(transaction.reader).partialContents(of: document) == known else { return }
        try transaction.dropPartial(of: document)
      }
    }
  }

  /// Updates what is here of a document from the provider.
  private func renew(_ document: ItemID) throws {
    let row = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(document) }
    guard let row else { return }
    try state.asking { question in
      let item = try calls.item(for: NSFileProviderItemIdentifier(row.identifier))
      try applier.apply(ProvidedBatch(updated: [item]), anchor: nil, asked: question)
    }
  }

  // MARK: Taking

  /// Puts a part into the document's file, and notes it when it is on the disk. Called by one thread at a time for a document.
  ///
  /// - Returns: False when the document has changed meanwhile.
  private func take(_ part: ProvidedPart, _ missing: Missing, of document: ItemID) throws -> Bool {
    let known = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).partialContents(of: document)
    }
    let copier = ContentCopier { [inFlight] _ in !inFlight.isStopped }
    let version = Array(missing.version.contentVersion)
    if let known {
      guard known.version == version, known.size == missing.size else { return false }
      let file = try store.contents.open(known.content, flags: O_RDWR)
      let bytes = try part.copy(missing: missing.first, size: known.size, into: file.number, by: copier)
      return try note(bytes, of: known)
    }
    let new = try store.contents.create()
    guard ftruncate(new.number, off_t(missing.size)) == 0 else {
      throw StoreError(errno: errno, "cannot create a content file")
    }
    let bytes = try part.copy(missing: missing.first, size: missing.size, into: new.number, by: copier)
    try store.contents.synchronizeEntries(of: [new.key])
    let contents = PartialContents(item: document, content: new.key, size: missing.size, version: version)
    guard try note(bytes, of: contents) else { return false }
    new.keep()
    return true
  }

  private func note(_ bytes: Range<Int64>, of contents: PartialContents) throws -> Bool {
    let (isTaken, isWhole) = try change { (transaction) throws(StoreError) in
      let isTaken = try transaction.takeRange(bytes, of: contents)
      let rest =
        isTaken ? try ProvidedReader(transaction.reader).missing(of: contents.item, in: 0..<contents.size) : nil
      return (isTaken, isTaken && rest == nil)
    }
    if isWhole { try complete(contents) }
    return isTaken
  }

  /// Makes contents the document's own of which all parts are here: a process was killed when it had noted the last of them.
  private func completeAgain(_ document: ItemID) throws {
    try parts.alone(document) {
      let whole = try store.readCommitted { (reader) throws(StoreError) -> PartialContents? in
        guard let known = try ProvidedReader(reader).partialContents(of: document) else { return nil }
        return try ProvidedReader(reader).missing(of: document, in: 0..<known.size) == nil ? known : nil
      }
      if let whole { try complete(whole) }
    }
  }

  /// Makes contents of which all parts are here the document's own.
  private func complete(_ contents: PartialContents) throws {
    let key = try store.contents.renumber(contents.content)
    var isTaken = false
    defer { if !isTaken { store.contents.remove(key) } }
    isTaken = try change { (transaction) throws(StoreError) in
      guard try ProvidedReader(transaction.reader).partialContents(of: contents.item) == contents else { return false }
      return try ApplyingEditor(transaction).takeContents(.file(key), size: contents.size, nil, of: contents.item)
    }
  }
}
