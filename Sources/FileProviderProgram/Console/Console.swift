import Glibc

/// Standard error, a line at a time: errors, notices and progress. Results go to standard output through `ByteWriter`.
package enum Console {
  /// Whether standard error is a terminal.
  package static let isTerminal = isatty(STDERR_FILENO) == 1

  /// Prints an error line.
  package static func fail(_ failure: CommandFailure) { say(failure.description) }

  /// Prints a notice after the program's name.
  package static func say(_ text: String) { line("\(HostProgram.current.name): \(text)") }

  /// Prints one line, whatever characters are in it.
  package static func line(_ text: String) {
    ProgressLine.clear()
    write(oneLine(text) + "\n")
  }

  /// Writes text as it is.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while rest.count > 0 {
        let count = Glibc.write(STDERR_FILENO, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Replaces line feeds and terminal controls, which a file's name may have: a message stays one line.
  package static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
