package import FileProviderStore

/// The question to synchronize a domain with its provider: to fetch its changes, and to upload the pending ones at once.
package struct CatchUpQuestion: Hashable, Sendable {
  /// A folder that is listed again; `nil` for none.
  package var container: ItemID?
  /// Whether the answer waits for the provider's changes; if not, it is immediate.
  package var waits: Bool

  package init(container: ItemID?, waits: Bool) {
    self.container = container
    self.waits = waits
  }

  package var payload: [UInt8] {
    var writer = PayloadWriter()
    writer.add((container ?? .none).rawValue)
    writer.add(waits ? UInt8(1) : 0)
    return writer.bytes
  }

  /// - Throws: When it is too short.
  package init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    let item = ItemID(rawValue: try reader.number())
    container = item == .none ? nil : item
    waits = try reader.number(UInt8.self) != 0
  }
}

/// The note that a program has opened a folder which was listed before. It has no answer.
struct OpeningNote: Hashable, Sendable {
  var folder: ItemID
  /// How old its listing may be, in milliseconds; `nil` leaves that to the process.
  var age: Int64?

  var frame: Frame {
    var writer = PayloadWriter()
    writer.add(folder.rawValue)
    writer.add(age ?? -1)
    return Frame(.opened, 0, writer.bytes)
  }

  init(folder: ItemID, age: Int64?) {
    self.folder = folder
    self.age = age.map { max(0, $0) }
  }

  /// - Throws: When it is too short.
  init(_ payload: [UInt8]) throws(ProtocolError) {
    var reader = PayloadReader(payload)
    folder = ItemID(rawValue: try reader.number())
    let milliseconds = try reader.number(Int64.self)
    age = milliseconds < 0 ? nil : milliseconds
  }
}
