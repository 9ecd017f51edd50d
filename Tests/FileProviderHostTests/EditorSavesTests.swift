import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// However a program saves a document, its provider sees one `modifyItem` of the same item, and no lock or temporary file. Skipped where there is no
/// `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct EditorSavesTests {
  private static let document = MemoryItem("id", name: "report.txt", contents: "first\n")

  /// Saves the document, and compares what is there and what the provider was told.
  private func save(_ script: String, telling more: [String] = [], at location: SourceLocation = #_sourceLocation)
    throws
  {
    let stage = try ScriptedStage([Self.document])
    defer { stage.end() }
    try stage.shell("cd mnt; cat report.txt")
    try stage.shell("cd mnt; " + script)
    try stage.settle()
    #expect(try stage.shell("cat mnt/report.txt") == "second\n", sourceLocation: location)
    #expect(Set(stage.calls) == Set(["modify id report.txt contents"] + more), sourceLocation: location)
    #expect(stage.calls.count == more.count + 1, sourceLocation: location)
    #expect(try stage.run("check").status == 0, sourceLocation: location)
  }

  @Test(.enabled(if: installedVim != nil, "vim is not installed"), arguments: ["no", "yes", "auto"])
  func `vim`(backupCopy: String) throws {
    let vim = try #require(installedVim)
    let commands = "-c 'set backupcopy=\(backupCopy) writebackup swapfile' -c '%s/first/second/' -c wq"
    try save("\(vim) -Nu NONE -es \(commands) report.txt")
  }

  @Test(.enabled(if: installedVim != nil, "vim is not installed"))
  func `vim that keeps a backup, which is a document of its own`() throws {
    let vim = try #require(installedVim)
    let commands = "-c 'set backupcopy=no backup backupskip= swapfile' -c '%s/first/second/' -c wq"
    try save("\(vim) -Nu NONE -es \(commands) report.txt", telling: ["create report.txt~"])
  }

  /// gedit saves with `g_file_replace`, which is what gio(1) calls: it writes `.goutputstream-XXXXXX`, and renames that.
  @Test(.enabled(if: Machine.installed("gio") != nil, "gio is not installed"))
  func `gio, as gedit does`() throws {
    try save("printf 'second\\n' | gio save report.txt")
  }

  /// The same calls, as strace(1) shows them, where gio is missing.
  @Test func `a temporary file that is renamed over the document`() throws {
    try save(
      "printf 'second\\n' > .goutputstream-ABC123; chmod 644 .goutputstream-ABC123; mv .goutputstream-ABC123 report.txt"
    )
  }

  /// As strace(1) shows LibreOffice: a lock file with the user's name as long as the document is open, and a temporary file that takes its name.
  @Test func `a lock file, and a temporary file beside the document`() throws {
    try save(
      """
      printf ',user,host,;' > '.~lock.report.txt#'; : > lu1a2b3c.tmp; printf 'second\\n' > lu1a2b3c.tmp
      mv lu1a2b3c.tmp report.txt; rm '.~lock.report.txt#'
      """)
  }

  /// A lock file is there for hours. It is told of when the domain's names say so, or when it gets another name.
  @Test func `a lock file that stays while the document is open`() throws {
    let stage = try ScriptedStage([Self.document])
    defer { stage.end() }
    try stage.shell("cd mnt; touch '.~lock.report.txt#' .report.txt.swp; ln -s me@here .#report.txt; mkdir '~$folder'")
    try stage.settle()
    #expect(stage.calls == ["create ~$folder"])
    #expect(try stage.sandbox.run("status").output.contains("local only   3 items"))
    try stage.shell("cd mnt; mv .report.txt.swp saved.txt")
    try stage.settle()
    #expect(stage.calls == ["create ~$folder", "create saved.txt"])
    try stage.shell("cd mnt; rm '.~lock.report.txt#'")
    try stage.sandbox.lines("domain", "set", "scripted", "--local-names", "none")
    try stage.settle()
    #expect(stage.calls == ["create ~$folder", "create saved.txt", "create .#report.txt"])
  }

  @Test func `sed, and a copy that is written in place`() throws {
    try save("sed -i s/first/second/ report.txt")
    try save("cp report.txt /tmp/report.$$; printf 'second\\n' > report.txt; rm /tmp/report.$$")
  }
}

private let installedVim = Machine.installed("vim") ?? Machine.installed("vim.tiny")
