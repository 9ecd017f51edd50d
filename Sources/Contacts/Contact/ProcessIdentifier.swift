import Foundation
import Synchronization

/// Identifiers of contacts in this process: a random number that all have in common, and a count. A random one for each would take a third of the time of a fetch.
enum ProcessIdentifier {
  private static let common = UInt64.random(in: 0...UInt64.max)
  private static let count = Atomic<UInt64>(0)

  /// Another one than before. It has the form of a random one (RFC 9562, 5.4).
  static func next() -> UUID {
    let number = count.add(1, ordering: .relaxed).newValue
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: common.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: number.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes[6] = bytes[6] & 0x0f | 0x40
      bytes[8] = bytes[8] & 0x3f | 0x80
    }
    return UUID(uuid: bytes)
  }
}
