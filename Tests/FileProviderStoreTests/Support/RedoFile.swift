import Foundation

/// A redo log as the store writes it, made by a forger who knows the format.
struct RedoFile {
  var store: UUID
  var boot: UInt64
  var epoch: Int64
  var group: Int64
  var generation: Int64
  /// The end of the write-ahead log: checksum, salts, frames.
  var log: (UInt64, UInt64, UInt64)
  var nonce: UInt64 = 4711
  var records: [[UInt8]] = []

  static let firstRecord = 96
  static let recordHeader = 16
  /// The statement that sets a setting.
  static let setSetting: UInt16 = 31

  init(_ data: Data) {
    store = data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: 8, as: uuid_t.self)) }
    func number(_ offset: Int) -> UInt64 { UInt64(bitPattern: data.integer(at: offset)) }
    (boot, epoch, group) = (number(24), data.integer(at: 32), data.integer(at: 40))
    (generation, log, nonce) = (data.integer(at: 48), (number(56), number(64), number(72)), number(80))
    var position = Self.firstRecord
    while position + Self.recordHeader < data.count, case let count = Int(data.integer(at: position)), count > 0 {
      let start = position + Self.recordHeader
      guard count <= data.count - start else { break }
      let record = Array(data[start..<start + count])
      guard Self.record(record, nonce: nonce, at: position) == Array(data[position..<start + count]) else { break }
      records.append(record)
      position = start + count
    }
  }

  var data: Data {
    var header = Array("FPREDO".utf8) + Self.bytes(UInt16(2)) + withUnsafeBytes(of: store.uuid) { Array($0) }
    header += Self.bytes(boot) + Self.bytes(epoch) + Self.bytes(group) + Self.bytes(generation)
    header += Self.bytes(log.0) + Self.bytes(log.1) + Self.bytes(log.2) + Self.bytes(nonce)
    var data = Data(header + Self.bytes(Self.sum(header + Self.bytes(UInt64(0)), nonce)))
    for record in records { data += Self.record(record, nonce: nonce, at: data.count) }
    return data + Data(count: 64)
  }

  /// What one record is in the file.
  static func record(_ contents: [UInt8], nonce: UInt64, at position: Int) -> [UInt8] {
    bytes(UInt64(contents.count)) + bytes(sum(contents, nonce &+ UInt64(position))) + contents
  }

  /// A run of a statement whose parameters are text.
  static func run(_ statement: UInt16, _ values: String...) -> [UInt8] {
    var parameters: [UInt8] = []
    for (index, value) in values.enumerated() {
      parameters += [5, UInt8(index + 1)] + bytes(UInt32(value.utf8.count)) + Array(value.utf8)
    }
    return bytes(statement) + bytes(UInt32(parameters.count)) + parameters
  }

  static func setting(_ key: String, to value: String) -> [UInt8] { run(setSetting, key, value) }

  static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  static func sum(_ contents: [UInt8], _ seed: UInt64) -> UInt64 {
    var sum = seed &+ UInt64(contents.count)
    contents.withUnsafeBytes { contents in
      var position = 0
      while position + 8 <= contents.count {
        sum = (sum ^ contents.loadUnaligned(fromByteOffset: position, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 29
        position += 8
      }
      for byte in contents[position...] { sum = (sum ^ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15 }
    }
    return sum
  }
}
