import Foundation
import Glibc
import TestSupport
import Testing

/// An ordinary user, as which root runs programs.
private enum AnotherUser {
  static let number: uid_t = 12345

  static let canRun: Bool = {
    guard geteuid() == 0, Machine.hasFUSE, let program = Machine.built("fileprovider") else { return false }
    let result = try? run("/usr/bin/env", words(["test", "-x", program]))
    return result?.status == 0
  }()

  static func words(_ words: [String]) -> [String] {
    ["setpriv", "--reuid", "\(number)", "--regid", "\(number)", "--clear-groups"] + words
  }

  static func run(
    _ program: String, _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> ProcessResult {
    try RunningProcess([program] + words, environment: environment, in: "/").wait()
  }
}

/// Root mounts another user's domain, as at boot: afterwards everything in it is still that user's.
@Suite(.enabled(if: AnotherUser.canRun, "it needs root, /dev/fuse, and programs that an ordinary user can reach"))
struct StoreOwnerTests {
  private func asOwner(_ sandbox: Sandbox, _ words: String...) throws -> ProcessResult {
    let program = try Sandbox.fileprovider
    return try AnotherUser.run("/usr/bin/env", AnotherUser.words([program] + words), environment: sandbox.environment)
  }

  /// What root writes through a mount, removes and makes, in the store and beside it, the owner can read, change and search.
  @Test func `everything is the owners`() throws {
    let sandbox = try Sandbox()
    for folder in ["", "data", "state", "in"] {
      mkdir(sandbox.url(folder).path, 0o755)
      chown(sandbox.url(folder).path, AnotherUser.number, AnotherUser.number)
    }
    // The domain's folder is the user's and empty: root makes everything in it.
    let domain = sandbox.url("data/fileprovider/default").path
    #expect(try AnotherUser.run("/usr/bin/env", AnotherUser.words(["mkdir", "-p", domain])).status == 0)
    mkdir(sandbox.url("mnt").path, 0o755)
    try sandbox.lines("mount", "mnt")
    let script =
      """
      cd mnt && mkdir folder && echo text > folder/file && for i in $(seq 300); do echo $i > folder/f$i; done \
      && mv folder/f1 folder/g1 && rm folder/f2 && echo more >> folder/file && sync folder/file
      """
    let written = try sandbox.shell(script)
    #expect(written.status == 0, "\(written.error)")
    _ = try sandbox.run("search", "--all", "file")
    // While the mount is there: its marks are, too.
    #expect(try ownedByOthers(below: sandbox.url("data")) == [])
    #expect(try ownedByOthers(below: sandbox.url("state")) == [])
    try sandbox.lines("unmount", "mnt")
    #expect(try ownedByOthers(below: sandbox.url("data")) == [])
    let exported = sandbox.url("in/out").path
    let export = try asOwner(sandbox, "export", "/folder/file", exported)
    #expect(export.status == 0, "\(export.error)")
    #expect(try String(contentsOfFile: exported, encoding: .utf8) == "text\nmore\n")
    let change = try asOwner(sandbox, "mkdir", "/folder/new")
    #expect(change.status == 0, "\(change.error)")
    let search = try asOwner(sandbox, "search", "--all", "g1")
    #expect(search.status == 0 && search.output.contains("g1"), "\(search.error)")
    #expect(try asOwner(sandbox, "check").status == 0)
  }

  private func ownedByOthers(below folder: URL) throws -> [String] {
    try AnotherUser.run("/usr/bin/find", [folder.path, "!", "-uid", "\(AnotherUser.number)"]).lines
  }

  /// Root follows no link that the owner put into a file's place, and gives away nothing that it has not made.
  @Test func `a link leads nowhere`() throws {
    let sandbox = try Sandbox()
    let domain = sandbox.url("data/fileprovider/default").path
    try FileManager.default.createDirectory(atPath: domain, withIntermediateDirectories: true)
    chown(domain, AnotherUser.number, AnotherUser.number)
    let secret = sandbox.url("secret").path
    for name in ["redo", "reserve", "wake", "queue.lock", "search.lock"] {
      try Data("root's own".utf8).write(to: URL(fileURLWithPath: secret))
      unlink(domain + "/" + name)
      #expect(symlink(secret, domain + "/" + name) == 0)
      _ = try sandbox.run("mkdir", "/folder-\(name)")
      _ = try sandbox.run("search", "--all", "folder")
      var status = stat()
      #expect(stat(secret, &status) == 0 && status.st_uid == 0, "\(name)")
      #expect(try String(contentsOfFile: secret, encoding: .utf8) == "root's own", "\(name)")
      unlink(domain + "/" + name)
    }
  }
}
