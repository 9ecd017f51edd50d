import Foundation
import Glibc

/// A hash to compare files (FNV-1a, 64 bits). It need not resist forgery: it only names the user's own files.
enum FileSum {
  static func fnv(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  static func fnv(_ file: Int32, _ cancellation: Cancellation?) throws -> UInt64 {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var sum = fnv([])
    var offset: off_t = 0
    while true {
      try cancellation?.check()
      let count = pread(file, &buffer, buffer.count, offset)
      guard count >= 0 else { throw CocoaError(.fileReadUnknown) }
      if count == 0 { return sum }
      sum = fnv(buffer[..<count], from: sum)
      offset += off_t(count)
    }
  }
}
