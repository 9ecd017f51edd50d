import FileProviderSQLite

// A call is noted before it is made, and stays until its outcome is known. A provider that names its items by path has an item that was moved under
// another identifier: an unknown one may then be this item, and that its old identifier is gone does not mean that the item is.
extension ReplicationEditor {
  /// How many calls of one kind are kept of an item.
  private static let mostCalls = 8

  /// Notes a call that is about to be made. Those before it whose outcome is unknown stay noted, the newest of each kind.
  ///
  /// - Parameter place: Where it moves the item, if it does.
  /// - Returns: The call's number, which no other call ever gets.
  func begin(_ call: PushCall, at place: SentPlace?) throws(StoreError) -> Int64 {
    var isRecursive = false
    let operation: SentCall.Operation
    switch call.operation {
    case .create: operation = .create
    case .modify, .moveAside: operation = place == nil ? .modify : .move
    case .delete(let recursively): (operation, isRecursive) = (.delete, recursively)
    }
    let old = try reader.statement(.forgetOldCalls)
    old.bind(1, operation.rawValue)
    old.bind(2, call.item)
    old.bind(3, operation == .create ? 0 : Int64(Self.mostCalls - 1))
    try old.run()
    let row = try reader.statement(.beginCall)
    row.bind(1, operation.rawValue)
    row.bind(2, call.item)
    row.bind(3, place?.parent.rawValue ?? 0)
    row.bind(4, place?.name ?? FileName(unchecked: ""))
    row.bind(5, isRecursive ? 1 : 0)
    row.bind(6, Int64(call.template.kind.rawValue))
    row.bind(7, call.template.size)
    row.bind(8, call.template.parent)
    row.bind(9, call.template.filename)
    row.bind(10, call.template.target)
    row.bind(11, Int64(call.fields.rawValue))
    row.bind(12, call.base?.identifier)
    row.bind(13, blob: call.base?.contentVersion)
    row.bind(14, blob: call.base?.metadataVersion)
    row.bind(15, call.content?.rawValue)
    row.bind(16, call.began)
    transaction.memory.isAnythingUnconfirmed = nil
    defer { row.reset() }
    guard try row.step() else { throw StoreError(.damaged, "the call on item \(call.item) has no number") }
    return row.integer(0)
  }

  /// Notes that a call has ended, and that its outcome is unknown.
  func end(_ call: PushCall) throws(StoreError) { try run(.endCall, call) }

  /// Notes that a call has ended, and that its outcome is known.
  func forget(_ call: PushCall) throws(StoreError) {
    try run(.forgetCall, call)
    if call.operation == .create, try ReplicationReader(reader).hasCreationDates() {
      try forgetCreationDates(of: call.item)
    }
  }

  private func run(_ change: ChangeStatement, _ call: PushCall) throws(StoreError) {
    let row = try reader.statement(change)
    row.bind(1, call.number)
    try row.run()
  }

  /// Notes how many bytes are sent, where that is not what the call was prepared with.
  package func noteSize(of call: PushCall) throws(StoreError) {
    let row = try reader.statement(.noteSentSize)
    row.bind(1, call.number)
    row.bind(2, call.template.size)
    try row.run()
  }

  /// Notes that it is known what became of the calls on an item, or that it does not matter any more.
  ///
  /// - Parameter identifier: The identifier that the item has at the provider, if it has one.
  /// - Returns: Whether another item was reported where the calls were to put it, so that the folders have to be listed again.
  @discardableResult
  package func endCalls(on id: ItemID, identifier: String? = nil) throws(StoreError) -> Bool {
    guard try ReplicationReader(reader).hasCall(on: id) else { return false }
    return try run(.forgetCalls, id, identifier)
  }

  /// Notes that an item is at no place where the provider was asked to put it by calls that have ended.
  package func endMoves(of id: ItemID) throws(StoreError) {
    _ = try run(.forgetEndedMoves, id, nil)
  }

  private func run(_ change: ChangeStatement, _ id: ItemID, _ identifier: String?) throws(StoreError) -> Bool {
    let reported = try ReplicationReader(reader).reportedIdentifier(of: id)
    let isOther = reported.map { identifier?.isIdentical(to: $0) != true } ?? false
    let places = isOther ? try ReplicationReader(reader).sentPlaces(of: id) : []
    try transaction.deleteRows(of: id, change)
    for place in places { try expireListing(of: place.parent) }
    return isOther
  }
}
