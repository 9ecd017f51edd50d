import FileProviderInterface
import FileProviderStore
import FileProviderSync
import Logging

/// Moves of folders that cannot be: the provider has the new folder inside of the one that is to go into it, since another user has moved that first.
extension Pusher {
  /// Finds out whether a call was refused for such a move, whatever the error, and writes where the provider has the folders. With that the move is
  /// undone here (`breakCycle`), or waits until another folder has left.
  ///
  /// - Returns: Whether it was, or that is not known now: then it is sent again later.
  func breakCycle(after error: NSError, of call: PushCall) throws -> Bool {
    guard call.operation == .modify, call.fields.contains(.parent), call.template.kind == .folder, let base = call.base,
      Self.mayRefuseMove(error)
    else { return false }
    return try state.asking { question in try breakCycle(after: error, of: call, base, asked: question) }
  }

  private func breakCycle(
    after error: NSError, of call: PushCall, _ base: ProvidedRow, asked question: Moment
  ) throws -> Bool {
    let found: [ProvidedItem]?
    do { found = try folders(from: call.template.parent, inside: base.identifier) } catch let error as StoreError {
      throw error
    } catch {
      if !inFlight.isStopped { try tryLater(call, error as NSError) }
      return true
    }
    guard let folders = found else { return false }
    var metadata = Logger.metadata(error)
    metadata[Logger.Key.item] = "\(call.item)"
    logger.info("two folders were moved into each other, here and at the provider", metadata: metadata)
    // Where it was to go is inside of it, so it has not gone there.
    let id = try end(call, mayHaveHappened: false) { row in
      note(error, in: &row)
      // It is not sent again before that is written.
      row.due = PushPace.now + PushPace.nanoseconds(limits.call)
    }
    // What the changes have reported since is left out, and then nothing is undone.
    do { try loader.applier.apply(ProvidedBatch(updated: folders), anchor: nil, asked: question) } catch let error
      as StoreError
    {
      throw error
    } catch {
      logger.debug("asking for the folders' locations later", metadata: Logger.metadata(error))
    }
    try change { (transaction) throws(StoreError) in
      guard let id, var row = try ProvidedReader(transaction.reader).pending(id), row.state == .later
      else { return }
      row.due = min(row.due, PushPace.now + PushPace.nanoseconds(state.pause(afterFailures: Int(row.attempts))))
      try ReplicationEditor(transaction).write(row)
    }
    return true
  }

  /// Whether an error may mean that a folder cannot be where it is to go, and not only that the provider is out of reach.
  private static func mayRefuseMove(_ error: NSError) -> Bool {
    error.domain != ProviderErrorPolicy.ownDomain && ProviderErrorPolicy(error).reaction != .wait
  }

  /// Whether an error is about an item, and does not only mean that the provider cannot be asked now.
  private static func isAnswer(_ error: any Error) -> Bool {
    if error is StoreError || (error as NSError).domain == ProviderErrorPolicy.ownDomain { return false }
    return ![.wait, .retry, .listAgain].contains(ProviderErrorPolicy(error).reaction)
  }

  /// The folders from one up to another that it is inside of, as the provider has them now.
  ///
  /// - Returns: `nil` where it is not inside of it, or the provider does not report it, and will not later either.
  /// - Throws: An error which means that the provider cannot be asked now.
  private func folders(from inner: String, inside outer: String) throws -> [ProvidedItem]? {
    var folders: [ProvidedItem] = []
    var seen: Set<String> = []
    var next = NSFileProviderItemIdentifier(inner)
    while !next.rawValue.isIdentical(to: outer) {
      guard next != .rootContainer, next != .trashContainer, folders.count < AncestorFinder.greatestDepth,
        seen.insert(next.rawValue).inserted
      else { return nil }
      do { folders.append(try calls.item(for: next)) } catch  where Self.isAnswer(error) { return nil }
      next = NSFileProviderItemIdentifier(folders[folders.count - 1].parent)
    }
    return folders
  }
}
