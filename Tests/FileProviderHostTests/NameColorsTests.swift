import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderStore

/// The colours and the links of names in `ls`.
@Suite struct NameColorsTests {
  private static let variable =
    "rs=0:di=01;34:ln=01;36:pi=40;33:ow=34;42:tw=30;42:st=37;44:su=37;41:ex=01;32:*.tar=01;31:*.txt=00;33:*.tar.gz=01;35:*~=00;90:*.md=\u{0663}:ln=target"

  private func code(_ kind: ItemKind, _ mode: UInt16 = 0o644, _ name: String = "a") -> Substring? {
    let time = Timestamp(rawValue: 0)
    let item = ItemAttributes(
      id: ItemID(rawValue: 100), parent: .root, kind: kind, mode: mode, owner: 0, group: 0, size: 0, modified: time,
      changed: time, accessed: time, created: time, flags: [], content: nil, subfolders: 0, entered: .zero,
      lastChange: .zero)
    return NameColors(Self.variable).code(item, name: name)
  }

  @Test func `a kind has its colour, and a file that of its ending`() {
    #expect(code(.folder, 0o755) == "01;34" && code(.folder, 0o1777) == "30;42" && code(.folder, 0o777) == "34;42")
    #expect(code(.folder, 0o1755) == "37;44" && code(.fifo) == "40;33")
    #expect(code(.file, 0o644, "a.tar") == "01;31" && code(.file, 0o755, "a.tar") == "01;32")
    #expect(code(.file, 0o4755) == "37;41" && code(.file) == nil)
    #expect(code(.file, 0o644, "a.tar.gz") == "01;35" && code(.file, 0o644, "a.gz") == nil)
    #expect(code(.file, 0o644, "a.txt~") == "00;90" && code(.file, 0o644, "txt") == nil)
    #expect(code(.file, 0o644, "a.md") == nil, "digits of other scripts are no numbers to a terminal")
    // “target” is no colour.
    #expect(code(.symlink) == "01;36")
  }

  @Test(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"))
  func `a terminal gets colours and links, as far as it has them`() throws {
    let sandbox = try Sandbox()
    try #require(try sandbox.run("mkdir", "/a folder").status == 0)
    try #require(try sandbox.run("mount", sandbox.mountpoint).status == 0)
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    func listed(_ variables: [String: String]) throws -> String {
      let terminal = try TerminalPair(columns: 200, rows: 10)
      var environment = sandbox.environment.merging(["TERM": "xterm", "LS_COLORS": "di=01;34"]) { $1 }
      for name in ["NO_COLOR", "VTE_VERSION"] { environment[name] = nil }
      let process = try terminal.start(
        [Sandbox.fileprovider, "ls"], in: sandbox, environment: environment.merging(variables) { $1 })
      defer { _ = process.wait() }
      return terminal.shows { $0.hasSuffix("\n") }
    }
    let colored = "\u{1B}[01;34ma folder\u{1B}[0m"
    #expect(try listed([:]) == colored + "\r\n")
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, 255)
    let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #expect(
      try listed(["VTE_VERSION": "7000"])
        == "\u{1B}]8;;file://\(host)\(sandbox.mountpoint)/a%20folder\u{1B}\\\(colored)\u{1B}]8;;\u{1B}\\\r\n")
    #expect(try listed(["VTE_VERSION": "4800"]) == colored + "\r\n")
    #expect(try listed(["VTE_VERSION": "7000", "NO_COLOR": "1"]) == "a folder\r\n")
    #expect(try sandbox.run("ls").output == "a folder\n")
  }
}
