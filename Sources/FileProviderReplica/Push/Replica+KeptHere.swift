import FileProviderStore
import Logging
import Synchronization

/// What the provider cannot hold, and is not told.
extension Replica {
  /// The most bytes of names and values of the extended attributes of an item that providers synchronize.
  static let mostAttributeBytes = 32_768

  /// Splits what is to be told of an item into what the provider can be told and what stays here: attributes that are too large in all.
  func split(
    _ fields: ChangedFields, of id: ItemID, _ transaction: Transaction
  ) throws(StoreError) -> (told: ChangedFields, kept: ChangedFields) {
    guard fields.contains(.xattrs), let record = try transaction.reader.record(id) else { return (fields, []) }
    let attributes = try transaction.reader.pushableAttributes(of: record)
    let size = attributes.reduce(0) { $0 + $1.key.text.utf8.count + $1.value.count }
    guard size > Self.mostAttributeBytes else { return (fields, []) }
    sayOnce("extended attributes of more than 32 KiB in total stay on this machine", id)
    return (fields.subtracting(.xattrs), .xattrs)
  }

  /// Says which things that no provider holds are, or were, on this machine.
  func sayWhatStays() throws(StoreError) {
    let kinds = try store.readCommitted { (reader) throws(StoreError) in try reader.keptKinds() }
    for (kind, words) in Self.wordsOfKept where kinds.contains(kind) {
      sayOnce("\(words) stay on this machine: no provider can store them")
    }
  }

  private static let wordsOfKept: [(KeptKinds, String)] = [
    (.pipes, "pipes"), (.sockets, "sockets"), (.devices, "device nodes"),
    (.owners, "owners, and permissions of others than the owner,"),
  ]

  /// Says that something stays on this machine, once for each thing in the life of the process. `status` counts the items.
  ///
  /// - Parameter id: The first item that it was seen of, if that is known.
  func sayOnce(_ sentence: String, _ id: ItemID? = nil) {
    guard status.withLock({ $0.said.insert(sentence).inserted }) else { return }
    logger.notice("\(sentence)", metadata: id.map { [Logger.Key.item: "\($0)"] } ?? [:])
  }
}
