import FileProviderProgram

/// Text in columns of a terminal.
package enum TerminalText {
  /// The width of a character in columns, roughly: East Asian characters and emoji have two, combining marks none.
  static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36f, 0x200b...0x200f, 0xfe00...0xfe0f: 0
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
      0x1f300...0x1faff, 0x20000...0x3fffd:
      2
    default: 1
    }
  }

  /// The text cut off or filled up to a number of columns. Control characters, which would move the cursor, become
  /// question marks.
  package static func fitted(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    let text = HumanText.printable(text, isTerminal: true)
    var result = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars {
      let width = width(scalar)
      if used + width > columns {
        while used > columns - 1, let last = result.popLast() { used -= Self.width(last) }
        result.append("…")
        used += 1
        break
      }
      result.append(scalar)
      used += width
    }
    return String(result) + String(repeating: " ", count: max(0, columns - used))
  }
}
