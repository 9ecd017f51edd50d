import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem

/// What follows where the provider has another item in the place that one is to have.
extension Pusher {
  /// The name is taken at the provider. A folder there and one here are one, and so are two links to the same target; anything else gets a free name here.
  func handleCollision(_ error: NSError, of call: PushCall) throws {
    let other = (error.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItem).flatMap {
      calls.border.item($0)
    }
    if let other, try isOne(other, with: call) {
      return try take(PushAnswer(item: other, isFound: true), to: call)
    }
    do {
      if let other, try isSentEarlier(other, by: call) {
        // The search that follows finds it, and the contents are sent as its next version.
        return try change { (transaction) throws(StoreError) in
          try PushEditor(transaction).endCall(call, mayHaveHappened: true) { $0.attempts += 1 }
          try ReplicationEditor(transaction).markStale(for: other.identifier)
        }
      }
    } catch let failure as StoreError { throw failure } catch { return try tryLater(call, error as NSError) }
    try change { (transaction) throws(StoreError) in
      var (attempts, hasChanged): (Int64, Bool) = (0, false)
      let code = Int64(error.code)
      let present = try PushEditor(transaction).endCall(call, mayHaveHappened: call.mayBeHalfDone) { row in
        // How often the name was taken, whatever has failed before.
        if row.errorDomain != error.domain || row.errorCode != code { row.attempts = 0 }
        note(error, in: &row)
        attempts = row.attempts
        hasChanged = row.newest > call.began
        // It was not made by an earlier call: that would not be in the way.
        if call.operation == .create {
          row.options.remove(.mayAlreadyExist)
          (row.oldParent, row.oldName) = (nil, nil)
        }
      }
      if let other { try ReplicationEditor(transaction).markStale(for: other.identifier) }
      // One that is about to leave that place is waited for.
      if let other, attempts <= Self.mostNameWaits, try ProvidedReader(transaction.reader).isLeaving(other.identifier) {
        return
      }
      guard let id = present else { return }
      let parent = try transaction.reader.item(id)?.parent
      // It was deleted meanwhile, and that was not refused.
      if parent == nil, hasChanged { return }
      // Another item has the place that an earlier call may have asked for. That is no evidence about the place where the item is by now.
      let namesPlace = call.operation == .create || call.fields.contains(.filename)
      if namesPlace ? try UploadReader(transaction.reader).isElsewhere(id, than: call.template) : hasChanged { return }
      if attempts > Self.mostNames {
        try refuse(id, transaction)
      } else if call.operation != .moveAside, parent != .trash {
        try rename(id, transaction)
      }
    }
  }

  /// A provider that refuses one name after the other refuses the item.
  private func refuse(_ id: ItemID, _ transaction: Transaction) throws(StoreError) {
    guard var row = try ProvidedReader(transaction.reader).pending(id) else { return }
    row.state = .parked
    try ReplicationEditor(transaction).write(row)
  }

  private func rename(_ id: ItemID, _ transaction: Transaction) throws(StoreError) {
    guard try transaction.reader.item(id) != nil, var row = try ProvidedReader(transaction.reader).pending(id) else {
      return
    }
    row.options.insert(.isRenamed)
    try ReplicationEditor(transaction).write(row)
    try PendingEditor(transaction).giveFreeName(to: id, limits.pace)
  }

  /// Whether what a call was to create and what has the name are one item. A link that was here before the call is another one.
  private func isOne(_ other: ProvidedItem, with call: PushCall) throws -> Bool {
    guard call.operation == .create, other.kind == call.template.kind else { return false }
    guard other.kind == .symlink else { return other.kind == .folder }
    guard let target = other.reportedTarget, call.template.target?.isIdentical(to: String(spelling: target)) == true
    else { return false }
    return try store.readCommitted { (reader) throws(StoreError) in
      guard let known = try ProvidedReader(reader).provided(identifier: other.identifier),
        let item = try reader.item(known.item)
      else { return true }
      return item.entered > call.began
    }
  }

  /// How many names an item is offered with.
  private static let mostNames = 16

  /// How often an item waits for another one to give up its name.
  private static let mostNameWaits = 8
}
