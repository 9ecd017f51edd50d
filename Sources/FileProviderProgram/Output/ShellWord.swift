/// A word as it stands in the line of a shell, with the quoting that was typed, perhaps up to the middle of a quotation.
package enum ShellWord {
  /// A word with the quoting that it needs.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "/._-@:+,=".utf8.contains(byte) || byte >= 0x80
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// What the shell would make of it. Nothing in it is expanded.
  package static func unquoted(_ word: String) -> String {
    var result = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var scalars = word.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch (scalar, quote) {
      case ("\\", nil): if let next = scalars.popFirst() { result.append(next) }
      case ("\\", "\""):
        if let next = scalars.first, "\"\\$`".unicodeScalars.contains(next) { scalars.removeFirst() }
        result.append(word.unicodeScalars[word.unicodeScalars.index(before: scalars.startIndex)])
      case ("'", nil), ("\"", nil): quote = scalar
      case (_, .some(let open)) where open == scalar: quote = nil
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
