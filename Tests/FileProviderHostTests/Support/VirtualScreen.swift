import Foundation
import TestSupport
import Testing

/// A screen for windows that nobody sees.
struct VirtualScreen {
  private let process: RunningProcess
  /// For `DISPLAY`.
  let name: String

  init(_ sandbox: Sandbox) throws {
    // Without “-noreset” it starts anew when its only client ends, such as “import” or what starts the accessibility bus, and a program that connects
    // at that moment fails: the registry of accessible windows did in one of forty starts.
    process = try sandbox.startProgram(
      ["/bin/sh", "-c", "exec Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 1000x700x24 3>display"])
    name = try ":" + sandbox.line(of: "display")
  }

  func end() { process.kill() }
}

extension Sandbox {
  /// The line of a file, when it is there.
  func line(of file: String) throws -> String {
    var text = ""
    let isThere = eventually {
      text = (try? String(contentsOf: url(file), encoding: .utf8)) ?? ""
      return text.hasSuffix("\n")
    }
    try #require(isThere, "\(file)")
    return String(text.dropLast())
  }
}
