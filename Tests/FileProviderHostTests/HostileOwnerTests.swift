import Foundation
import Glibc
import TestSupport
import Testing

/// Root mounts the domain of an ordinary user who has prepared everything that this user can prepare. Nothing of root's is read, written or given away, and
/// nobody waits.
@Suite(.enabled(if: Machine.isRoot && Machine.hasFUSE, "it needs root and /dev/fuse"), .serialized)
struct HostileOwnerTests {
  private static let user: uid_t = 12345
  private static let text = "root's own\n"
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // What is in here is root's alone.
    try Sandbox.makeFolder(sandbox.folder + "/roots", mode: 0o700)
    try sandbox.write(Self.text, to: "roots/secret")
    for name in ["home", "home/data", "home/data/fileprovider", "home/state"] {
      mkdir(sandbox.url(name).path, 0o755)
      give(name)
    }
  }

  private func give(_ name: String) { lchown(sandbox.url(name).path, Self.user, Self.user) }

  private func run(_ words: String...) throws -> ProcessResult {
    let variables = [
      "HOME": sandbox.folder + "/home", "XDG_DATA_HOME": sandbox.folder + "/home/data",
      "XDG_STATE_HOME": sandbox.folder + "/home/state",
    ]
    return try sandbox.startProgram([Sandbox.fileprovider] + words, variables).wait(seconds: 60)
  }

  /// Makes the user's domain, with a document in it.
  private func makeDomain() throws {
    #expect(try run("mount", "mount").status == 0)
    #expect(try sandbox.shell("seq 2000 > mount/file").status == 0)
    #expect(try run("unmount", "mount").status == 0)
  }

  private func unmount() { _ = try? run("unmount", "--lazy", "mount") }

  private var secret: String? { try? String(contentsOf: sandbox.url("roots/secret"), encoding: .utf8) }

  /// The only document's contents, relative to the sandbox.
  private func contents() throws -> (folder: String, name: String) {
    let found = try sandbox.shell(
      "cd home/data/fileprovider/default/contents && find . -type f ! -path '*sessions*'")
    let parts = try #require(found.lines.first).split(separator: "/")
    try #require(found.lines.count == 1 && parts.count == 3, "\(found)")
    return ("home/data/fileprovider/default/contents/" + parts[1], String(parts[2]))
  }

  @Test func `root is told whose domains these are`() throws {
    try makeDomain()
    let listed = try run("ls")
    #expect(listed.status == 0 && listed.output == "file\n", "\(listed)")
    #expect(listed.error.contains("(XDG_DATA_HOME) belong to user \(Self.user)"), "\(listed)")
    #expect(listed.error.split(separator: "\n").count == 1, "\(listed)")
  }

  @Test func `everything that root makes for a mount is the user's`() throws {
    try makeDomain()
    let others = try sandbox.shell("find home ! -uid \(Self.user)")
    #expect(others.lines == [])
    #expect(try run("check").status == 0)
  }

  @Test func `contents that are a link show nothing of root's`() throws {
    try makeDomain()
    let (folder, name) = try contents()
    let path = sandbox.url("\(folder)/\(name)").path
    unlink(path)
    symlink(sandbox.folder + "/roots/secret", path)
    give("\(folder)/\(name)")
    #expect(try run("mount", "mount").status == 0)
    defer { unmount() }
    #expect(try !sandbox.shell("cat mount/file; cp mount/file copy; cat copy").output.contains("root's"))
    #expect(try sandbox.shell("echo more >> mount/file").status != 0)
    #expect(secret == Self.text)
  }

  @Test func `contents in a folder that is a link show nothing of root's`() throws {
    try makeDomain()
    let (folder, name) = try contents()
    #expect(try sandbox.shell("mv '\(folder)' moved && ln roots/secret 'roots/\(name)'").status == 0)
    symlink(sandbox.folder + "/roots", sandbox.url(folder).path)
    give(folder)
    #expect(try run("mount", "mount").status == 0)
    defer { unmount() }
    #expect(try !sandbox.shell("cat mount/file").output.contains("root's"))
    #expect(try sandbox.shell("echo more >> mount/file").status != 0)
    #expect(secret == Self.text)
  }

  @Test func `contents that are a FIFO keep nobody waiting`() throws {
    try makeDomain()
    let (folder, name) = try contents()
    let path = sandbox.url("\(folder)/\(name)").path
    unlink(path)
    mkfifo(path, 0o600)
    give("\(folder)/\(name)")
    #expect(try run("mount", "mount").status == 0)
    defer { unmount() }
    #expect(try sandbox.shell("cat mount/file; ls mount", seconds: 60).output.contains("file"))
  }

  @Test func `a log that leads to a folder of root's is not written`() throws {
    symlink(sandbox.folder + "/roots", sandbox.folder + "/home/state/fileprovider")
    give("home/state/fileprovider")
    try makeDomain()
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/roots") == ["secret"])
  }

  @Test func `a log that is a FIFO keeps no mount from serving`() throws {
    mkdir(sandbox.folder + "/home/state/fileprovider", 0o755)
    give("home/state/fileprovider")
    mkfifo(sandbox.folder + "/home/state/fileprovider/default.log", 0o600)
    give("home/state/fileprovider/default.log")
    #expect(try run("mount", "mount").status == 0)
    defer { unmount() }
    #expect(try sandbox.shell("echo text > mount/file; cat mount/file", seconds: 60).output == "text\n")
  }

  @Test func `a domain that is a link to one of root's is not mounted`() throws {
    let roots = ["XDG_DATA_HOME": sandbox.folder + "/roots", "XDG_STATE_HOME": sandbox.folder + "/roots"]
    #expect(try sandbox.program("fileprovider", "mkdir", "/secret folder", variables: roots).status == 0)
    symlink(sandbox.folder + "/roots/fileprovider/default", sandbox.folder + "/home/data/fileprovider/default")
    give("home/data/fileprovider/default")
    for options in ["rw", "suid,dev"] {
      let mounted = try run("mount", "-o", options, "mount")
      #expect(mounted.status != 0, "\(mounted)")
      #expect(!sandbox.isMounted)
      unmount()
    }
  }

  @Test func `a domain of root's in a user's folder is refused, with what to do`() throws {
    let own = sandbox.folder + "/home/data/fileprovider/default"
    mkdir(own, 0o700)
    let mounted = try run("mount", "mount")
    #expect(mounted.status == 69 && mounted.error.contains("chown -R \(Self.user)"), "\(mounted)")
    unmount()
  }

  @Test func `set-ID bits are not for a user's domain`() throws {
    try makeDomain()
    let mounted = try run("mount", "-o", "suid", "mount")
    #expect(mounted.status == 64 && mounted.error.contains("owned by another user than root"), "\(mounted)")
    unmount()
  }

  @Test func `a program that only root can run serves a user's domain`() throws {
    #expect(try sandbox.shell("cp \"$F\" roots/fileprovider && chmod 700 roots/fileprovider").status == 0)
    let variables = ["XDG_DATA_HOME": sandbox.folder + "/home/data", "XDG_STATE_HOME": sandbox.folder + "/home/state"]
    let mounted = try sandbox.program(sandbox.folder + "/roots/fileprovider", "mount", "mount", variables: variables)
    #expect(mounted.status == 0, "\(mounted)")
    defer { unmount() }
    #expect(try sandbox.shell("echo text > mount/file; cat mount/file", seconds: 60).output == "text\n")
  }

  /// What a removal left is removed by the next command, whoever runs it.
  @Test func `what is left of a removal is removed with the user's rights`() throws {
    let left = "home/data/fileprovider/.removed-old:1"
    mkdir(sandbox.url(left).path, 0o755)
    give(left)
    // A folder that the user cannot empty, as one of root's that the user has moved here.
    try Sandbox.makeFolder(sandbox.folder + "/" + left + "/moved")
    try sandbox.write(Self.text, to: left + "/moved/file")
    _ = try run("domain", "list")
    #expect(try sandbox.shell("cat '\(left)/moved/file'").output == Self.text)
  }

  /// A mount point that is the user's can become a link at any moment; see also `PlainPath`.
  @Test func `root's runtime folder is not one in a user's folder`() throws {
    mkdir(sandbox.folder + "/home/runtime", 0o700)
    give("home/runtime")
    let program = try Sandbox.fileprovider
    let runtime = ["XDG_RUNTIME_DIR": sandbox.folder + "/home/runtime"]
    #expect(try sandbox.startProgram([program, "mount", "mount"], runtime).wait().status == 0)
    defer { unmount() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder + "/home/runtime").isEmpty)
    #expect(try sandbox.startProgram([program, "unmount", "mount"], runtime).wait().status == 0)
  }
}
