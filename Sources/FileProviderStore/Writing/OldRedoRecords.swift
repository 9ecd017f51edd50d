/// The records of the first version of the redo log: statements as text, and runs of them.
///
/// A process of an earlier version may be killed, and the next one that opens the store may be of this version. The changes that the former had
/// acknowledged are made by number: a text is only looked up among the known statements, and never run.
enum OldRedoRecords {
  private struct Header {
    var boot: UInt64
    var group: Int64
    var count: Int64
    var sum: UInt64
    var nonce: UInt64
  }

  private static let headerSize = MemoryLayout<Header>.size

  /// Converts the records to the format of this version.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `damaged`.
  static func records(in bytes: [UInt8], path: String) throws(StoreError) -> [UInt8] {
    var all: [UInt8] = []
    var statements: [UInt16: ChangeStatement] = [:]
    var position = 0
    let first = header(bytes, at: 0)
    while let header = header(bytes, at: position), let first, header.group == first.group, header.nonce == first.nonce,
      header.boot == first.boot, header.count > 0, Int(header.count) <= bytes.count - position - headerSize
    {
      let start = position + headerSize
      position = start + Int(header.count)
      let sum = bytes[start..<position].withUnsafeBytes { RedoLog.sum($0, UInt64(bitPattern: header.group)) }
      guard sum == header.sum else { break }
      guard let records = translated(bytes[start..<position], &statements) else {
        throw StoreError(
          .damaged, "the acknowledged changes in \(path) are corrupt; move that file away to continue without them")
      }
      all += records
    }
    return all
  }

  private static func header(_ bytes: [UInt8], at position: Int) -> Header? {
    guard position + headerSize <= bytes.count else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Header.self) }
  }

  /// - Returns: `nil` when they make no sense, or contain an unknown text.
  private static func translated(
    _ records: ArraySlice<UInt8>, _ statements: inout [UInt16: ChangeStatement]
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = records
    while !rest.isEmpty {
      guard rest.count >= 7, let tag = rest.first else { return nil }
      let (number, length) = rest.withUnsafeBytes { bytes in
        (
          bytes.loadUnaligned(fromByteOffset: 1, as: UInt16.self),
          Int(bytes.loadUnaligned(fromByteOffset: 3, as: UInt32.self))
        )
      }
      guard length <= rest.count - 7 else { return nil }
      let value = rest.dropFirst(7).prefix(length)
      rest = rest.dropFirst(7 + length)
      if tag == 1 {
        let text = String(decoding: value, as: UTF8.self)
        guard let change = ChangeStatement.allCases.first(where: { $0.sql == text }) else { return nil }
        statements[number] = change
      } else {
        guard tag == 2, let change = statements[number] else { return nil }
        ChangeRecorder.append(change.rawValue, to: &result)
        ChangeRecorder.append(UInt32(length), to: &result)
        result += value
      }
    }
    return result
  }
}
