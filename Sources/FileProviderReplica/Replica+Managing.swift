package import FileProviderInterface
import FileProviderStore
import LinuxSystem

/// What a domain's managers ask for, in this process and in others.
extension Replica {
  /// Does what a manager asks for.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the manager's caller is still there; called from any thread. What waits for uploads ends without it.
  ///   - whenDone: Called once, from any thread, with the result for the manager's caller.
  package func perform(
    _ call: NSFileProviderManager.Call, isWanted: @escaping @Sendable () -> Bool = { true },
    whenDone: @escaping @Sendable ((any Error)?) -> Void
  ) {
    switch call {
    case .signal(let container):
      // All changes are asked for in the working set, so other signals are ignored.
      if container == .workingSet { state.signal() }
      whenDone(nil)
    default:
      let isStarted = NativeThread.start(name: "replica.manage", stackSize: NativeThread.stackOfOthers) { [self] in
        do {
          try performAndWait(call, isWanted)
          whenDone(nil)
        } catch { whenDone((error as? StoreError)?.providerError ?? error) }
      }
      if !isStarted { whenDone(NSFileProviderError(.providerDomainTemporarilyUnavailable)) }
    }
  }

  private func performAndWait(_ call: NSFileProviderManager.Call, _ isWanted: () -> Bool) throws {
    switch call {
    case .signal: break
    case .errorResolved(let domain, let code): try state.errorWasResolved(NSError(domain: domain, code: code))
    case .evict(let identifier): try evict(item(identifier))
    case .download(let identifier, let range): try beginDownload(of: item(identifier), range)
    case .modify(let fields, let identifier, let options):
      try requestPush(of: fields.changedFields, of: item(identifier), options)
    case .reimport(let identifier): try reimport(identifier)
    case .waitForChanges(let identifier): try waitForChanges(below: item(identifier), isWanted)
    case .waitForStabilization: try waitForStabilization(isWanted)
    case .disconnect(let reason, _): try disconnect(reason)
    case .reconnect: try reconnect()
    case .finishImport: try finishImport()
    case .action(let action, let items): try calls.perform(action, on: items)
    }
  }

  /// Uploads what was imported, and then notifies the provider that the import is complete.
  private func finishImport() throws {
    try waitForStabilization()
    try calls.importDidFinish()
  }

  /// The number of an item that is here.
  private func item(_ identifier: NSFileProviderItemIdentifier) throws -> ItemID {
    let id = try store.readCommitted { (reader) throws(StoreError) in try reader.item(identifiedBy: identifier) }
    guard let id else { throw NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier) }
    return id
  }

  /// Downloads contents, or lists a folder, whatever errors are latched. Nobody waits for it.
  ///
  /// - Parameter range: The bytes of use; without any that the document has, all are. Of a provider that delivers no parts all are downloaded, too.
  private func beginDownload(of id: ItemID, _ range: NSRange?) throws {
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    guard let item else { throw ReplicaError.noSuchItem }
    if item.isFolder {
      if item.flags.contains(.unlisted) { _ = loader.load(.listing(id), isUrgent: false, onlyIfMissing: true) { _ in } }
    } else if item.kind == .file, item.flags.contains(.dataless) {
      let bytes = range.map { Self.bytes(in: $0, size: item.size) } ?? 0..<0
      _ = loader.load(bytes.isEmpty ? .contents(id) : .range(id, bytes), isUrgent: false) { _ in }
    }
  }

  /// The bytes of a document that a range means, which an app may have made of anything.
  private static func bytes(in range: NSRange, size: Int64) -> Range<Int64> {
    let (end, isBeyond) = Int64(range.location).addingReportingOverflow(Int64(range.length))
    let first = Int64(range.location)
    guard first >= 0, range.length > 0, first < size else { return 0..<0 }
    return first..<(isBeyond ? size : min(end, size))
  }

  /// Uploads some fields although nothing differs. What is pending already is uploaded as it is, at once.
  private func requestPush(
    of fields: ChangedFields, of id: ItemID, _ options: NSFileProviderModifyItemOptions
  ) throws {
    let (item, isStale) = try store.readCommitted { (reader) throws(StoreError) in
      let known = try ProvidedReader(reader).provided(id)
      return (
        try reader.item(id),
        try known.map { (row) throws(StoreError) in
          try ReplicationReader(reader).isStale(row.identifier)
        } ?? false
      )
    }
    guard let item, !id.isFixed else { throw ReplicaError.noSuchItem }
    // What was reported of it and is not written is newer than what would be sent.
    if isStale {
      state.pushNow()
      throw ReplicaError.otherVersion
    }
    guard !fields.contains(.contents) || (item.kind == .file && !item.flags.contains(.dataless)) else {
      throw NSError(domain: NSCocoaErrorDomain, code: Self.fileIsNotHere)
    }
    let pace = limits.pace
    var call = try change { (transaction) throws(StoreError) -> PushCall? in
      guard try ProvidedReader(transaction.reader).pending(id) == nil,
        try ProvidedReader(transaction.reader).provided(id) != nil
      else { return nil }
      return try PushEditor(transaction).requestPush(of: fields, of: id, pace)
    }
    call?.modifyOptions = options
    if let call { pusher.submit(.call(call)) } else { state.pushNow() }
  }

  /// `CocoaError.ubiquitousFileUnavailable`, which Foundation does not have on Linux.
  private static let fileIsNotHere = 4353

  /// Lists everything below an item again; of the root, all that was listed, and the changes from the beginning.
  private func reimport(_ identifier: NSFileProviderItemIdentifier) throws {
    let id = try item(identifier)
    try change { (transaction) throws(StoreError) in
      guard id == .root else { return try PushEditor(transaction).expireAllListings(below: id) }
      try ReplicationEditor(transaction).expireAllListings()
      try ReplicationEditor(transaction).setAnchor(nil)
    }
    state.signal()
  }
}
