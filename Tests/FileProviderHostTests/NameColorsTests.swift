import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderStore

/// The colours and the links of names in `ls`.
@Suite struct NameColorsTests {
  private static let variable =
    "rs=0:di=01;34:ln=01;36:pi=40;33:ow=34;42:tw=30;42:st=37;44:su=37;41:ex=01;32:*.tar=01;31:*.txt=00;33:*.tar.gz=01;35:*~=00;90:*.md=\u{0663}"

  private func code(
    _ kind: ItemKind, _ mode: UInt16 = 0o644, _ name: String = "a", with more: String = "",
    target: LinkTarget = .unknown
  ) -> Substring? {
    let time = Timestamp(rawValue: 0)
    let item = ItemAttributes(
      id: ItemID(rawValue: 100), parent: .root, kind: kind, mode: mode, owner: 0, group: 0, size: 0, modified: time,
      changed: time, accessed: time, created: time, flags: [], content: nil, subfolders: 0, entered: .zero,
      lastChange: .zero)
    return NameColors(Self.variable + more).code(item, name: name, target: target)
  }

  @Test func `a kind has its colour, and a file that of its ending`() {
    #expect(code(.folder, 0o755) == "01;34" && code(.folder, 0o1777) == "30;42" && code(.folder, 0o777) == "34;42")
    #expect(code(.folder, 0o1755) == "37;44" && code(.fifo) == "40;33")
    #expect(code(.file, 0o644, "a.tar") == "01;31" && code(.file, 0o755, "a.tar") == "01;32")
    #expect(code(.file, 0o4755) == "37;41" && code(.file) == nil)
    #expect(code(.file, 0o644, "a.tar.gz") == "01;35" && code(.file, 0o644, "a.gz") == nil)
    #expect(code(.file, 0o644, "a.txt~") == "00;90" && code(.file, 0o644, "txt") == nil)
    #expect(code(.file, 0o644, "a.md") == nil, "digits of other scripts are no numbers to a terminal")
    #expect(code(.symlink) == "01;36" && code(.file, 0o755, "a.tar", with: ":ex=00") == "01;31")
  }

  /// As ls(1) of GNU's coreutils shows them.
  @Test func `a link has the colour of a link, of one that leads nowhere, or of its target`() throws {
    let (folder, program) = (LinkTarget.item(.folder, mode: 0o755), LinkTarget.item(.file, mode: 0o755))
    #expect(code(.symlink, target: folder) == "01;36" && code(.symlink, target: .missing) == "01;36")
    #expect(!NameColors(Self.variable + ":or=00:mi=0").readsTargets)
    for text in ["or=1", "mi=1", "ln=target"] { #expect(NameColors(text).readsTargets, "\(text)") }
    for more in [":or=40;31", ":or=40;31:ln=target:ln=01;36"] {
      #expect(code(.symlink, with: more, target: .missing) == "40;31")
      #expect(code(.symlink, with: more, target: folder) == "01;36" && code(.symlink, with: more) == "01;36")
    }
    func ofTarget(_ name: String, _ target: LinkTarget, with more: String = "") -> Substring? {
      code(.symlink, 0o777, name, with: ":ln=target" + more, target: target)
    }
    #expect(ofTarget("a", folder) == "01;34" && ofTarget("a", program) == "01;32")
    #expect(ofTarget("a.tar", .item(.file, mode: 0o644)) == "01;31", "the ending is that of the link")
    #expect(ofTarget("a", .missing) == nil && ofTarget("a", .missing, with: ":or=40;31") == "40;31")
    #expect(ofTarget("a", .missing, with: ":or=00") == "00", "not the colour of a link")
    #expect(ofTarget("a", .unknown, with: ":or=40;31") == nil)
    let (both, orphan) = (NameColors("or=1:mi=2:di=3:*.tar=4"), NameColors("or=1:mi=00"))
    #expect(both.code(of: .missing, path: "a") == "2" && orphan.code(of: .missing, path: "a") == "1")
    #expect(both.code(of: folder, path: "a") == "3" && both.code(of: .unknown, path: "a") == nil)
    #expect(both.code(of: .item(.file, mode: 0o644), path: "b/a.tar") == "4")
  }

  @Test(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"))
  func `a terminal gets colours and links, as far as it has them`() throws {
    let sandbox = try Sandbox()
    try #require(try sandbox.run("mkdir", "/a folder").status == 0)
    try #require(try sandbox.run("mount", sandbox.mountpoint).status == 0)
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    func listed(_ variables: [String: String], _ words: [String] = []) throws -> String {
      let terminal = try TerminalPair(columns: 200, rows: 10)
      var environment = sandbox.environment.merging(["TERM": "xterm", "LS_COLORS": "di=01;34"]) { $1 }
      for name in ["NO_COLOR", "VTE_VERSION"] { environment[name] = nil }
      let process = try terminal.start(
        [Sandbox.fileprovider, "ls"] + words, in: sandbox, environment: environment.merging(variables) { $1 })
      defer { _ = process.wait() }
      return terminal.shows { $0.hasSuffix("\r\n") }
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
    try #require(try sandbox.shell("ln -s $M/nothing $M/z; rmdir \"$M/a folder\"").status == 0)
    let lines = try listed(["LS_COLORS": "or=40;31:mi=07"], ["-l"])
    let target = "\u{1B}[07m\(sandbox.mountpoint)/nothing\u{1B}[0m"
    #expect(lines.hasSuffix("\u{1B}[40;31mz\u{1B}[0m -> \(target)\r\n"), "\(lines)")
  }
}
