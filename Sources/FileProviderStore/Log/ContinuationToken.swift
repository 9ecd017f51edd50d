package import Foundation

/// A reader's place in a listing (a page) or in the log (an anchor), in a form that it can keep.
///
/// A token is 59 bytes: version, kind, schema, the store's UUID, four numbers and a checksum. It is opaque outside this file. A damaged
/// or foreign one is recognised as such; it never leads to a wrong list.
package struct ContinuationToken: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    case page = 1
    case anchor = 2
  }

  package var kind: Kind
  var schema: UInt8
  var store: UUID
  /// Of a page, the container; of an anchor 0.
  var container: Int64
  /// Of a page, the generation the listing is pinned to; of an anchor, the generation all changes are relative to.
  var base: Generation
  /// Of a page, the last number delivered; of an anchor, the last generation looked at.
  var position: Int64
  /// Of an anchor, the generation this run of batches ends with; of a page 0.
  var end: Generation

  private init(
    kind: Kind, store: UUID, container: Int64, base: Generation, position: Int64, end: Generation
  ) {
    self.kind = kind
    self.schema = Schema.version
    self.store = store
    self.container = container
    self.base = base
    self.position = position
    self.end = end
  }

  private static let version: UInt8 = 1
  private static let length = 3 + 16 + 4 * 8 + 8

  /// A place in the listing of a container.
  static func page(
    store: UUID, container: Int64, pinned: Generation, key: ItemID
  ) -> ContinuationToken {
    ContinuationToken(
      kind: .page, store: store, container: container, base: pinned, position: key.rawValue,
      end: .zero)
  }

  /// A place in the log.
  static func anchor(store: UUID, _ cursor: ChangeCursor) -> ContinuationToken {
    ContinuationToken(
      kind: .anchor, store: store, container: 0, base: cursor.base,
      position: cursor.position.rawValue, end: cursor.end)
  }

  /// The bytes to keep.
  package var data: Data { withBytes { Data($0) } }

  /// Calls with the bytes. A reader of changes makes one token for each line, so this allocates nothing.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 8) { bytes in
      bytes[0] = Self.version
      bytes[1] = kind.rawValue
      bytes[2] = schema
      bytes.storeBytes(of: store.uuid, toByteOffset: 3, as: uuid_t.self)
      bytes.storeBytes(of: container.bigEndian, toByteOffset: 19, as: Int64.self)
      bytes.storeBytes(of: base.rawValue.bigEndian, toByteOffset: 27, as: Int64.self)
      bytes.storeBytes(of: position.bigEndian, toByteOffset: 35, as: Int64.self)
      bytes.storeBytes(of: end.rawValue.bigEndian, toByteOffset: 43, as: Int64.self)
      let checksum = Self.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<(Self.length - 8)]))
      bytes.storeBytes(of: checksum.bigEndian, toByteOffset: Self.length - 8, as: UInt64.self)
      return body(UnsafeRawBufferPointer(bytes))
    }
  }

  /// The unpadded base64url form that the command prints.
  package var text: String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  /// - Throws: `tokenInvalid` when these are not the bytes of a token.
  package init(data: Data, kind: Kind) throws(StoreError) {
    let bytes = [UInt8](data)
    let wrong = StoreError(.tokenInvalid, "not \(kind == .page ? "a page token" : "an anchor") of fileprovider")
    guard bytes.count == Self.length, bytes[0] == Self.version, bytes[1] == kind.rawValue,
      Self.number(bytes, at: Self.length - 8)
        == bytes.withUnsafeBytes({
          Self.checksum(UnsafeRawBufferPointer(rebasing: $0[..<(Self.length - 8)]))
        })
    else { throw wrong }
    self.kind = kind
    schema = bytes[2]
    store = bytes[3..<19].withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    let numbers = (0..<4).map { Int64(bitPattern: Self.number(bytes, at: 19 + 8 * $0)) }
    container = numbers[0]
    base = Generation(rawValue: numbers[1])
    position = numbers[2]
    end = Generation(rawValue: numbers[3])
  }

  /// - Throws: `tokenInvalid` when the text is not that of a token.
  package init(text: String, kind: Kind) throws(StoreError) {
    var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard !text.contains("="), let data = Data(base64Encoded: base64) else {
      throw StoreError(.tokenInvalid, "not \(kind == .page ? "a page token" : "an anchor") of fileprovider")
    }
    try self.init(data: data, kind: kind)
  }

  private static func number(_ bytes: [UInt8], at start: Int) -> UInt64 {
    bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// FNV-1a, 64 bits: detects damage, not malice.
  private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
