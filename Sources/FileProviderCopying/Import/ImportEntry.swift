import FileProviderStore

/// One step for the writer, found and prepared by the walker. The writer takes the steps in order.
enum ImportStep: Sendable {
  /// Make or update a folder and go into it.
  case enter(ImportEntry)
  /// Go back to the folder above, which is complete.
  case leave
  /// Make or update an item in the current folder.
  case item(ImportEntry)
  /// Delete an item of the current folder that the source does not have.
  case remove(ItemID, in: ItemID, BulkPlace)
}

/// An item of the source with everything that is written of it, contents included.
struct ImportEntry: Sendable {
  var name: FileName
  var kind: ItemKind
  var mode: UInt16
  var owner: UInt32
  var group: UInt32
  var size: Int64
  var modified: Timestamp
  var accessed: Timestamp
  /// Its new contents; `nil` for an empty file, and when the contents did not change.
  var contents: IncomingContents?
  var target: [UInt8]?
  /// The number of a device node.
  var device: UInt64 = 0
  var attributes: [(name: String, value: [UInt8])] = []
  /// The value of `user.xdg.tags`.
  var tags: [UInt8]?
  /// Whether extended attributes were read, which distinguishes missing from unread ones.
  var hasAttributes = false
  /// The item that the domain had under this name when the walker looked.
  var existing: ItemAttributes?
  /// Whether the contents differ from those of `existing`.
  var contentsDiffer = true
  /// Its path on this machine, for messages.
  var path: String
}
