/// What the keys pressed while `watch` shows something mean.
enum WatchKey: Hashable {
  case up, down, pageUp, pageDown, first, last, redraw, quit
}

/// Reads keys from the bytes that a terminal sends. Many may come at once, and one in two parts.
struct WatchKeys {
  /// An incomplete sequence.
  private var rest: [UInt8] = []

  private static let escape: UInt8 = 0x1B

  mutating func read(_ bytes: [UInt8]) -> [WatchKey] {
    var pending = (rest + bytes)[...]
    var keys: [WatchKey] = []
    while !pending.isEmpty, let length = Self.length(pending) {
      if let key = Self.key(pending.prefix(length)) { keys.append(key) }
      pending = pending.dropFirst(length)
    }
    rest = Array(pending)
    return keys
  }

  /// How long the first key is: a byte, or a sequence that ends with the first letter or tilde behind its introducer (ECMA-48).
  ///
  /// - Returns: `nil` when it is incomplete.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.first == escape else { return 1 }
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "O"): return bytes.count < 3 ? nil : 3
    case UInt8(ascii: "["):
      return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 - bytes.startIndex + 1 }
    default: return 1
    }
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> WatchKey? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "\u{1B}[A", "\u{1B}OA", "k": .up
    case "\u{1B}[B", "\u{1B}OB", "j": .down
    case "\u{1B}[5~": .pageUp
    case "\u{1B}[6~", " ": .pageDown
    case "\u{1B}[H", "\u{1B}OH", "\u{1B}[1~", "g": .first
    case "\u{1B}[F", "\u{1B}OF", "\u{1B}[4~", "G": .last
    // Control-L.
    case "\u{0C}": .redraw
    // Control-C and Control-D, where they do not arrive as a signal and as an end.
    case "q", "\u{03}", "\u{04}": .quit
    default: nil
    }
  }
}
