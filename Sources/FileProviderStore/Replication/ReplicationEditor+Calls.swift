import FileProviderSQLite

// A call is noted before it is made, and stays until its outcome is known. A provider that names its items by path has an item that was moved under
// another identifier: an unknown one may then be this item, and that its old identifier is gone does not mean that the item is.
extension ReplicationEditor {
  /// Notes a call that is about to be made. Those before it whose outcome is unknown stay noted, but for one that asked for the same.
  ///
  /// - Parameter place: Where it moves the item, if it does.
  func begin(_ call: PushCall, at place: SentPlace?) throws(StoreError) {
    let operation: SentCall.Operation =
      switch call.operation {
      case .create: .create
      case .modify, .moveAside: place == nil ? .modify : .move
      case .delete: .delete
      }
    let row = try reader.statement(.beginCall)
    row.bind(1, operation.rawValue)
    row.bind(2, call.item)
    row.bind(3, place?.parent.rawValue ?? 0)
    row.bind(4, place?.name ?? FileName(unchecked: ""))
    row.bind(5, Int64(call.template.kind.rawValue))
    row.bind(6, call.template.size)
    row.bind(7, call.template.parent)
    row.bind(8, call.template.filename)
    row.bind(9, call.template.target)
    row.bind(10, Int64(call.fields.rawValue))
    row.bind(11, call.base?.identifier)
    row.bind(12, blob: call.base?.contentVersion)
    row.bind(13, blob: call.base?.metadataVersion)
    row.bind(14, call.content?.rawValue)
    row.bind(15, call.began)
    try row.run()
    if operation == .move { try transaction.deleteRows(of: call.item, .forgetOldSentPlaces) }
    transaction.memory.isAnythingUnconfirmed = nil
  }

  /// Notes that no answer is waited for any more.
  func endCall(on id: ItemID) throws(StoreError) { try transaction.deleteRows(of: id, .endCall) }

  /// Notes that it is known what became of the calls on an item that the provider has, and so where it is.
  ///
  /// - Parameters:
  ///   - identifier: The item's identifier.
  ///   - isAnswered: Whether no answer is waited for any more.
  /// - Returns: Whether another item was reported there meanwhile, so that the folders have to be listed again.
  @discardableResult
  package func endCalls(on id: ItemID, identifier: String?, isAnswered: Bool = true) throws(StoreError) -> Bool {
    guard try ReplicationReader(reader).hasCall(on: id) else { return false }
    let reported = try ReplicationReader(reader).reportedIdentifier(of: id)
    let isOther = reported.map { identifier?.isIdentical(to: $0) != true } ?? false
    let places = isOther ? try ReplicationReader(reader).sentPlaces(of: id) : []
    try transaction.deleteRows(of: id, isAnswered ? .forgetCalls : .forgetEndedCalls)
    for place in places { try expireListing(of: place.parent) }
    return isOther
  }
}
