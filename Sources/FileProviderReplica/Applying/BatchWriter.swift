import FileProviderStore
import LinuxSystem

/// Writes one batch of changes into the store, and its anchor with the last of it.
///
/// A provider reports changes in any order: a child before its parent, two names exchanged, one folder
/// moved into another that moves out of it. What does not fit yet is deferred until the rest is written. Only
/// what does not fit then undoes moves that were made here (`breakCycle`). What is gone is noted last, and removed when
/// everything was reported (`Deletions.concludeDeletions`): it may have been moved out of a deleted folder.
///
/// A small batch is one transaction; a large one several, so that programs that write are not kept waiting. Only the
/// last of them has the anchor: after a crash the batch is reported again, and writing it again changes nothing.
struct BatchWriter {
  private var deletedBefore: ArraySlice<String>
  private var items: ArraySlice<ProvidedItem>
  private var deferred: [ProvidedItem] = []
  private var deleted: ArraySlice<String>
  /// The items whose folder is needed for the path of another item, although it was never listed.
  private let needed: Set<String>
  private var touched: Set<ItemID> = []
  private var hasProgress = false
  private var isLastTry = false
  private(set) var dropped = 0
  /// Whether the provider is asked again for something: it may be what is in the way of the rest.
  private var isIncomplete = false
  /// What was being written when the store threw.
  private(set) var failing: String?
  private var leftOut: Set<String> = []
  /// Whether the provider is asked again for what is left out.
  var asksAgain = true
  private let breaches: Breaches
  private let decisions: Handler<(Decision, StoreReader), Void>
  /// Whether something newer may have been reported of an item since the provider was asked.
  private let freshness: Freshness?
  /// Whether it comes from the changes: whatever was asked for before is older.
  private let isChange: Bool
  /// The items of which something was written or noted in this transaction.
  private var written: [String] = []

  /// - Parameters:
  ///   - ancestors: Folders that must be there first, each after its parent.
  ///   - needed: Their identifiers, and those of folders in the batch that are ancestors, too.
  ///   - decisions: Gets what is decided of each item.
  ///   - freshness: Whether something newer may have been reported of an item since the provider was asked: then it is asked again.
  ///   - isChange: Whether it comes from the changes.
  init(
    _ batch: ProvidedBatch, ancestors: [ProvidedItem], needed: Set<String>, breaches: Breaches,
    decisions: Handler<(Decision, StoreReader), Void>, freshness: Freshness? = nil, isChange: Bool = false
  ) {
    self.decisions = decisions
    self.freshness = freshness
    self.isChange = isChange
    items = (ancestors + batch.updated)[...]
    deletedBefore = batch.deletedBefore[...]
    deleted = batch.deleted[...]
    self.needed = needed
    self.breaches = breaches
  }

  /// Writes up to `budget` items.
  ///
  /// - Returns: Whether that was everything.
  mutating func advance(_ transaction: Transaction, budget: Int) throws(StoreError) -> Bool {
    written = []
    let isDone = try writeSome(transaction, budget: budget)
    if isChange, let freshness { try freshness.note(.change, of: written, transaction) }
    return isDone
  }

  private mutating func writeSome(_ transaction: Transaction, budget: Int) throws(StoreError) -> Bool {
    var budget = budget
    while budget > 0, transaction.hasRoomForClaims {
      if let identifier = deletedBefore.first {
        try write(identifier, transaction) { (writer) throws(StoreError) in
          try writer.noteDeletedBefore(identifier, transaction)
        }
        deletedBefore.removeFirst()
        budget -= 1
      } else if let item = items.popFirst() {
        try write(item.identifier, transaction) { (writer) throws(StoreError) in try writer.apply(item, transaction) }
        budget -= 1
      } else if !deferred.isEmpty {
        retryDeferred()
      } else if let identifier = deleted.first {
        try write(identifier, transaction) { (writer) throws(StoreError) in
          try writer.noteDeleted(identifier, transaction)
        }
        deleted.removeFirst()
        budget -= 1
      } else {
        for parent in touched { try breaches.logNames(in: parent, transaction) }
        return true
      }
    }
    return false
  }

  /// The identifiers of the items that are to be written.
  var identifiers: [String] { (items + deferred).map(\.identifier) }

  /// Has an item left out that cannot be written.
  ///
  /// - Returns: Whether that is new.
  mutating func leaveOut(_ identifier: String) -> Bool { leftOut.insert(identifier).inserted }

  private mutating func write(
    _ identifier: String, _ transaction: Transaction, _ body: (inout Self) throws(StoreError) -> Void
  ) throws(StoreError) {
    if leftOut.contains(identifier) {
      // Once more when the rest is written.
      if asksAgain { try ReplicationEditor(transaction).markStale(for: identifier) }
      return
    }
    failing = identifier
    try body(&self)
    failing = nil
  }

  /// Tries again what was deferred, as long as each round writes something, and then one last time.
  private mutating func retryDeferred() {
    isLastTry = !hasProgress
    hasProgress = false
    items = deferred[...]
    deferred = []
  }

  private mutating func apply(_ item: ProvidedItem, _ transaction: Transaction) throws(StoreError) {
    var known = try ProvidedReader(transaction.reader).provided(identifier: item.identifier)
    let mayBeUnconfirmed = try ReplicationEditor(transaction).mayBeUnconfirmed(item, known)
    let isOvertaken = try freshness?.isOvertaken(item.identifier, transaction.reader) == true
    decisions((.write(item, isOvertaken: isOvertaken), transaction.reader))
    defer { decisions((.written(item), transaction.reader)) }
    if mayBeUnconfirmed || isOvertaken {
      isIncomplete = true
      return try ReplicationEditor(transaction).markStale(for: item.identifier)
    }
    if let row = known, needed.contains(item.identifier), try transaction.reader.item(row.item) == nil {
      // Something in it is restored, so it is, too. What an unconfirmed call created may have been moved there, which no change reports.
      try ReplicationEditor(transaction).forgetProvided(row.item)
      if item.kind == .folder, try ReplicationReader(transaction.reader).isAnyCreationUnconfirmed() {
        try ReplicaState.askForUnlisted(transaction)
      }
      known = nil
    }
    guard let parent = try place(of: item, known, transaction) else { return }
    written.append(item.identifier)
    let before = try known.flatMap { (row) throws(StoreError) in try transaction.reader.record(row.item)?.parent }
    do {
      let id = try ApplyingEditor(transaction).apply(item, known, in: parent, breaksCycles: isLastTry && !isIncomplete)
      try MassDeletionEditor(transaction).withdrawHeldDeletion(of: id, in: parent)
      hasProgress = true
      touched.insert(parent)
      if let before { touched.insert(before) }
      breaches.logName(of: item)
    } catch {
      switch error.code {
      case .invalidMove where !isLastTry: deferred.append(item)
      case .invalidMove:
        let isMoveSent = try known.map { (row) throws(StoreError) in
          try ApplyingEditor(transaction).isMoveSent(between: parent, and: row.item)
        }
        if isMoveSent != true, !isIncomplete { drop(item, "a folder cannot be inside itself") }
        try ReplicationEditor(transaction).markStale(for: item.identifier)
      case .featureUnsupported:
        // It was moved to the trash, and the domain has none: it is deleted.
        if let known { try ReplicationEditor(transaction).noteGone(known.item) }
      default: throw error
      }
    }
  }

  /// The folder an item moves to; `nil` when it is deferred or dropped.
  private mutating func place(
    of item: ProvidedItem, _ known: ProvidedRow?, _ transaction: Transaction
  ) throws(StoreError) -> ItemID? {
    let reader = transaction.reader
    if let parent = try ProvidedReader(reader).folder(identifiedBy: item.parent) {
      // A listing that has begun counts, interrupted or not: the item may belong to a page that is past.
      var isListed = !parent.flags.contains(.unlisted)
      if !isListed { isListed = try ReplicationReader(reader).listing(of: parent.id) != nil }
      // An item in a folder that was never opened is found when the folder is listed.
      guard known != nil || isListed || item.isMember || needed.contains(item.identifier) else {
        dropped += 1
        return nil
      }
      return parent.id
    }
    if let known, let folder = try ProvidedReader(reader).folderLeft(by: item, known) { return folder }
    guard isLastTry else {
      deferred.append(item)
      return nil
    }
    if try ReplicationReader(reader).isFolderUnconfirmed() {
      // It may be in that one.
      try ReplicationEditor(transaction).markStale(for: item.identifier)
      return nil
    }
    guard let known else {
      if item.isMember || needed.contains(item.identifier) {
        drop(item, "the item has no parent folder")
      } else {
        dropped += 1
      }
      return nil
    }
    // What was deleted here with its folder will be deleted there, too.
    guard let record = try reader.record(known.item) else { return nil }
    breaches.log(
      "the provider reports an unknown parent folder; the item stays where it is", of: item.identifier,
      named: item.filename)
    return record.parent
  }

  private mutating func noteDeleted(_ identifier: String, _ transaction: Transaction) throws(StoreError) {
    written.append(identifier)
    guard let row = try ProvidedReader(transaction.reader).provided(identifier: identifier) else {
      // It may be one whose creation has not been answered yet.
      if try ReplicationReader(transaction.reader).isAnyCreationUnconfirmed() {
        try ReplicationEditor(transaction).markStale(for: identifier)
      }
      return
    }
    if try freshness?.isOvertaken(identifier, transaction.reader) == true {
      return try ReplicationEditor(transaction).markStale(for: identifier)
    }
    if try ProvidedReader(transaction.reader).pending(row.item)?.state == .calling {
      // The call that is under way ends first: it may have been taken elsewhere.
      return try ReplicationEditor(transaction).ask(for: row.item)
    }
    if try ApplyingEditor(transaction).isRemovalUnconfirmed(of: row.item) { return }
    try ReplicationEditor(transaction).noteGone(row.item)
  }

  /// Notes an item as gone before what the batch reports of it after that, which takes it back with all that is below it. Nothing counts as gone before
  /// that is written, too.
  private mutating func noteDeletedBefore(_ identifier: String, _ transaction: Transaction) throws(StoreError) {
    // The deletion of what was deleted here is still to be sent.
    guard let row = try ProvidedReader(transaction.reader).provided(identifier: identifier),
      try transaction.reader.item(row.item) != nil
    else { return }
    try noteDeleted(identifier, transaction)
    if isChange { try transaction.changeSetting(ReplicaState.openPullSetting, to: "") }
  }

  private mutating func drop(_ item: ProvidedItem, _ reason: String) {
    dropped += 1
    breaches.log("ignored an item's change from the provider: \(reason)", of: item.identifier, named: item.filename)
  }
}
