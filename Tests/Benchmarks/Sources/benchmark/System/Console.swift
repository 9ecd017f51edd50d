import Glibc

/// Results go to standard output, everything else to standard error.
enum Console {
  static func print(_ text: String) { write(text + "\n", to: 1) }

  static func note(_ text: String) { write("benchmark: \(text)\n", to: 2) }

  /// Where the run has come to, overwritten by the next; nothing when nobody watches.
  static func progress(_ text: String) {
    if isatty(2) == 1 { write("\r\u{1b}[K\(text)", to: 2) }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let length = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if length <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
      }
    }
  }
}
