import LinuxSystem

extension FileName {
  /// The position of a name's extension, at its dot, in bytes; the end when there is none, and for one of more than
  /// `limit` bytes.
  private static func extensionStart(_ bytes: [UInt8], limit: Int) -> Int {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0, bytes.count - dot <= limit else {
      return bytes.count
    }
    return dot
  }

  /// This name made different: with text before its extension, and cut so that the whole fits.
  ///
  /// - Parameters:
  ///   - text: The inserted text; short, and without a slash.
  ///   - extensionLimit: The longest extension that is kept as one, its dot included.
  ///   - limit: The longest result, in bytes.
  package func adding(_ text: String, extensionLimit: Int = 64, limit: Int = maximumLength) -> FileName {
    let bytes = self.bytes
    let start = Self.extensionStart(bytes, limit: extensionLimit)
    let suffix = Array(text.utf8) + bytes[start...]
    let stem = Self.cut(bytes[..<start], to: limit - suffix.count)
    return (stem + suffix).withUnsafeBytes { FileName(stored: $0) }
  }

  /// The beginning of some bytes, without a part of a character at its end.
  private static func cut(_ bytes: ArraySlice<UInt8>, to count: Int) -> ArraySlice<UInt8> {
    guard bytes.count > count else { return bytes }
    var end = bytes.startIndex + max(count, 0)
    // What is not valid UTF-8 may have any number of continuation bytes.
    for _ in 0..<3 where end > bytes.startIndex && bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return bytes[..<end]
  }
}

extension FileName {
  /// This name with text appended; the caller makes sure that the whole is not too long.
  package func appending(_ text: String) -> FileName {
    (bytes + Array(text.utf8)).withUnsafeBytes { FileName(stored: $0) }
  }

  /// The bytes of the name for a system call, with a zero byte at the end.
  package var cString: [CChar] { spelling.spelledCString }

  /// Calls with the bytes of the name and a zero byte at their end.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    spelling.hasEscapedBytes ? body(cString) : spelling.withCString(body)
  }
}

extension String {
  /// The bytes that this string spells for a system call, with a zero byte at the end.
  package var spelledCString: [CChar] { withSpelledBytes { $0.map { CChar(bitPattern: $0) } + [0] } }
}
