import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem
import Logging
import Synchronization

/// Finding out whether a creation that was not answered has happened: the provider is asked for what changed, and what is new there and has the very
/// contents that were sent is the item.
extension Pusher {
  func resolve(_ id: ItemID) {
    do {
      do {
        let waitsForUser = try waitsForUser(id)
        guard !waitsForUser, try hasPulled(since: id) else {
          let pause = waitsForUser || hasWaited(id) ? state.pause(afterFailures: Self.failuresOfRounds) : nil
          return try resolveLater(id, error: nil, pause: pause)
        }
        guard let creation = try creation(of: id) else { return try endResolving(id) }
        let some = try staleIdentifiers()
        comparedStatements.withLock { $0.keep(some) }
        var (unreadable, failure): (Int, (any Error)?) = (0, nil)
        for stale in some {
          if inFlight.isStopped { return }
          do {
            switch try take(stale, for: creation) {
            case .isOurs: return
            case .isLater: return try resolveLater(id, error: nil)
            case .isAnother: continue
            }
          } catch let error as StoreError { throw error } catch {
            // One of the others may be it.
            let isOwn = (error as NSError).domain == ProviderErrorPolicy.ownDomain
            guard !isOwn, ProviderErrorPolicy(error).reaction == .answer, unreadable < Self.mostUnreadable else {
              throw error
            }
            unreadable += 1
            failure = error
          }
        }
        if let failure { return try resolveLater(id, error: failure) }
        try endResolving(id)
      } catch let error as StoreError { throw error } catch {
        if inFlight.isStopped { return }
        try resolveLater(id, error: error)
      }
    } catch {
      logger.notice("cannot store the provider's answer", metadata: [Logger.Key.error: "\(error)"])
      whenThereIsRoom { () throws(StoreError) in try resolveLater(id, error: error) }
    }
  }

  /// All of them, read some at a time.
  private func staleIdentifiers() throws(StoreError) -> [StaleIdentifier] {
    var all: [StaleIdentifier] = []
    while true {
      let some = try store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).staleIdentifiers(after: all.last?.identifier ?? "", limit: 4096)
      }
      if some.isEmpty { return all }
      all += some
    }
  }

  /// How many unreadable documents end a search.
  private static let mostUnreadable = 8

  /// Notes that a creation may have happened by now, but has not been reported to any pull that has begun.
  func noteUnconfirmed(about id: ItemID) {
    let begun = pulls.read { $0.begun }
    unconfirmedSince.withLock { $0[id] = begun }
  }

  /// Restores a folder, in which anything may have changed unreported. What an unconfirmed call created may have been moved into it, so nothing
  /// counts as not created before a round has looked there, too. The transaction that restores it has the next round do so (`BatchWriter`).
  func restoreFolder(_ body: () throws -> Void) throws {
    // A round that has begun before may have passed the place.
    roundsBefore.store(.max, ordering: .sequentiallyConsistent)
    defer { roundsBefore.store(pulls.read { $0.begun }, ordering: .sequentiallyConsistent) }
    try body()
    guard
      try store.readCommitted({ (reader) throws(StoreError) in
        try ReplicationReader(reader).isAnyCreationUnconfirmed()
      })
    else {
      return
    }
    pulls.withLock { _ = $0.schedule() }
  }

  /// Whether a creation was sent to a folder that is not listed before the user has decided on a mass deletion: no round shows what has become of it.
  private func waitsForUser(_ id: ItemID) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      guard let sent = try ReplicationReader(reader).sentCreation(of: id),
        let folder = try ProvidedReader(reader).folder(identifiedBy: sent.parent)
      else { return false }
      return try ProvidedReader(reader).nearestHeldState(of: folder.id) == .held
    }
  }

  /// Whether all changes were asked for since the creation was sent; if not, they are to be.
  private func hasPulled(since id: ItemID) throws(StoreError) -> Bool {
    // One of an earlier process was sent before the first round.
    let begun = max(unconfirmedSince.withLock { $0[id] ?? 0 }, roundsBefore.load(ordering: .sequentiallyConsistent))
    let isListed = try store.readCommitted { (reader) throws(StoreError) in
      guard let sent = try ReplicationReader(reader).sentCreation(of: id),
        let folder = try ProvidedReader(reader).folder(identifiedBy: sent.parent)
      else {
        return true
      }
      return try ReplicationReader(reader).listing(of: folder.id)?.isComplete ?? true
    }
    if isListed, pulls.read({ $0.complete > begun }) { return true }
    if hasWaited(id) {
      let isDue = nextRound.withLock { next in
        guard next.hasPassed else { return false }
        next = .after(state.pause(afterFailures: Self.failuresOfRounds))
        return true
      }
      guard isDue else { return false }
    }
    pulls.withLock { if !$0.isBusy { _ = $0.schedule() } }
    return false
  }

  /// Whether some rounds since the creation was sent could not see everything, because a folder is held as gone or cannot be listed: then very many
  /// creations would ask for one round after the other.
  private func hasWaited(_ id: ItemID) -> Bool {
    pulls.read { $0.begun } - unconfirmedSince.withLock { $0[id] ?? 0 } > Self.mostRounds
  }

  private static let mostRounds = 3
  /// The pause between such rounds is that after so many failures.
  private static let failuresOfRounds = 6

  /// What was sent; after a power cut, what would be sent now.
  private func creation(of id: ItemID) throws(StoreError) -> SentCreation? {
    try store.readCommitted { (reader) throws(StoreError) in
      if let sent = try ReplicationReader(reader).sentCreation(of: id) { return sent }
      guard let record = try reader.record(id),
        let parent = try ProvidedReader(reader).providerIdentifier(of: record.parent)
      else { return nil }
      return SentCreation(record, in: parent.rawValue, target: try reader.target(of: record.id))
    }
  }

  private enum Taken {
    /// It is the item that was sent.
    case isOurs
    case isAnother
    /// It may be, and cannot be written now.
    case isLater
  }

  private func take(_ stale: StaleIdentifier, for creation: SentCreation) throws -> Taken {
    if let reported = comparedStatements.withLock({ $0.item(stale) }), try isAnother(reported, than: creation) {
      return .isAnother
    }
    let item: ProvidedItem
    do { item = try calls.item(for: NSFileProviderItemIdentifier(stale.identifier)) } catch {
      switch ProviderErrorPolicy(error).reaction {
      case .remove: return .isAnother
      case .hide:
        // The provider cannot be asked for it: it is looked for where it was sent.
        let folder = NSFileProviderItemIdentifier(creation.parent)
        guard let child = try child(of: folder, where: { $0.identifier.isIdentical(to: stale.identifier) }) else {
          return .isAnother
        }
        item = child
      default: throw error
      }
    }
    comparedStatements.withLock { $0.note(item, of: stale) }
    let place = try store.readCommitted { (reader) throws(StoreError) in try self.place(of: item, for: creation, reader)
    }
    guard let place else { return .isAnother }
    let document = try store.readCommitted { (reader) throws(StoreError) in try reader.item(creation.item) }
    var contents: (key: ContentKey?, changed: Generation)?
    if creation.kind == .file {
      let same = try sent.comparison(of: item, with: document, sentBy: creation.item)
      // What has only begun to arrive is known by its place besides. It is sent again, as another version of that; what is deleted here is not.
      let isBegun = same == .begun && document != nil && item.size != 0 && creation.hasPlace(of: item)
      let isSent = same == .sent || isBegun
      guard same == .present || isSent && place == .new else { return .isAnother }
      if place == .new, try isOfAnother(item, than: creation) { return .isAnother }
      if same == .present, let document { contents = (document.content, document.lastChange) }
    } else if creation.kind == .symlink {
      guard isSameLink(item, as: creation), try !isOfAnother(item, than: creation) else { return .isAnother }
    }
    let taken = try sent.change(endingSentOf: creation.item, where: { $0 == .isOurs }) {
      (transaction) throws(StoreError) -> Taken in
      // Another item with the same contents, or this one, may have become known meanwhile.
      guard try self.place(of: item, for: creation, transaction.reader) == place else { return .isAnother }
      if case .save(let old) = place {
        // A call on it is under way.
        if try ProvidedReader(transaction.reader).pending(old)?.state == .calling { return .isLater }
        guard let contents, let moved = try PushEditor(transaction).replaceAgain(old, by: creation, contents.changed)
        else { return .isAnother }
        try PushEditor(transaction).resolve(
          moved.creation, as: item, contents: (contents.key, moved.changed), isPlaced: moved.isPlaced)
      } else {
        try PushEditor(transaction).resolve(creation, as: item, contents: contents)
      }
      // Whatever was reported of it meanwhile is asked for.
      try ReplicationEditor(transaction).markStale(for: item.identifier)
      return .isOurs
    }
    guard taken == .isOurs else { return taken }
    unconfirmedSince.withLock { $0[creation.item] = nil }
    pushing.withLock { $0.endAskingPause() }
    if item.kind == .folder { pulls.withLock { _ = $0.schedule() } }
    return .isOurs
  }

  private func isAnother(_ item: ProvidedItem, than creation: SentCreation) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in try place(of: item, for: creation, reader) == nil }
  }

  /// What an item of the provider may be to a creation.
  private enum ResolvedPlace: Equatable {
    /// The item that was sent: it is unknown here.
    case new
    /// A document that is known here, and has got its contents from what was to be created.
    case save(ItemID)
  }

  /// - Returns: `nil` where the item has nothing to do with the creation. What is asked for may be an item that is here, of the same contents.
  private func place(
    of item: ProvidedItem, for creation: SentCreation, _ reader: StoreReader
  ) throws(StoreError) -> ResolvedPlace? {
    if try ProvidedReader(reader).provided(creation.item) != nil { return nil }
    if let known = try ProvidedReader(reader).provided(identifier: item.identifier) {
      guard try ReplicationReader(reader).isUnconfirmedSave(item, known),
        try ReplicationReader(reader).mayBeCreation(creation.item, as: item)
      else {
        return nil
      }
      return .save(known.item)
    }
    if creation.hasPlace(of: item), creation.kind == item.kind { return .new }
    if creation.mayBe(item), try ReplicationReader(reader).hasCreationDate(of: item, creation.item) { return .new }
    // Of folders nothing else can be compared than their dates, and those of an archive may all have the same.
    if creation.kind != .file, try ReplicationReader(reader).unconfirmedCreation(at: item, except: creation.item) != nil
    {
      return nil
    }
    return try ReplicationReader(reader).mayBeCreation(creation.item, as: item) ? .new : nil
  }

  /// Whether a link leads where the one leads that was sent. Where either is not known, as of a provider that does not report targets, the place
  /// decides.
  private func isSameLink(_ item: ProvidedItem, as creation: SentCreation) -> Bool {
    if creation.target == nil || item.reportedTarget == nil {
      return creation.hasPlace(of: item)
    }
    return creation.hasTarget(of: item)
  }

  /// Whether the contents of an item are those of another unconfirmed creation at its place, too: of two with the same contents that one is meant.
  private func isOfAnother(_ item: ProvidedItem, than creation: SentCreation) throws -> Bool {
    if creation.hasPlace(of: item) { return false }
    let other = try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).unconfirmedCreation(at: item, except: creation.item).flatMap {
        (id) throws(StoreError) in
        try reader.item(id)
      }
    }
    guard let other else { return false }
    // As links to the same thing are.
    if other.kind == .symlink { return true }
    return try sent.comparison(of: item, with: other, sentBy: other.id) != .other
  }

  /// Whether the document that already has the place of a new one is what an earlier call sent, or the beginning of that. A document whose contents cannot
  /// be read does not count.
  func isSentEarlier(_ other: ProvidedItem, by call: PushCall) throws -> Bool {
    guard call.operation == .create, call.options.contains(.mayAlreadyExist), call.template.kind == .file,
      other.kind == .file, other.size != 0, other.size ?? 0 <= call.template.size,
      other.parent.isIdentical(to: call.template.parent), other.filename.isIdentical(to: call.template.filename)
    else { return false }
    let now = try store.readCommitted { (reader) throws(StoreError) in
      (
        isKnown: try ProvidedReader(reader).provided(identifier: other.identifier) != nil,
        document: try reader.item(call.item), row: try ProvidedReader(reader).pending(call.item)
      )
    }
    guard !now.isKnown, let document = now.document, let row = now.row, row.attempts < Self.mostRecognitions else {
      return false
    }
    do { return try sent.comparison(of: other, with: document, sentBy: call.item) != .other } catch let error
      as StoreError
    {
      throw error
    } catch {
      let isOwn = (error as NSError).domain == ProviderErrorPolicy.ownDomain
      guard !isOwn, [.park, .answer, .hide, .remove].contains(ProviderErrorPolicy(error).reaction) else { throw error }
      return false
    }
  }

  /// How many collisions of one creation may lead to such a search.
  private static let mostRecognitions = 8

  private func endResolving(_ id: ItemID) throws(StoreError) {
    unconfirmedSince.withLock { $0[id] = nil }
    try sent.change(endingSentOf: id, where: { true }) { (transaction) throws(StoreError) in
      try PushEditor(transaction).endCreationThatFailed(of: id)
    }
    pushing.withLock { $0.endAskingPause() }
  }

  private func resolveLater(_ id: ItemID, error: (any Error)?, pause: Duration? = nil) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      guard var row = try ProvidedReader(transaction.reader).pending(id) else { return }
      var error = error
      // Each try is a round to a provider that does not answer rounds now. The first that it answers ends the pause.
      if error == nil, state.status.withLock({ $0.isPullIncomplete }) { error = state.pullFailure }
      if let error {
        note(error, in: &row)
      } else {
        row.state = .later
        row.due = PushPace.now + PushPace.nanoseconds(pause ?? min(.seconds(1), limits.firstPause))
      }
      try ReplicationEditor(transaction).write(row)
    }
  }
}
