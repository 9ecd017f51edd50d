import Foundation
import Glibc
import TestSupport
import Testing

/// Path arguments typed where a mount is, with a real kernel. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
final class PathsInMountsTests {
  let sandbox: Sandbox

  /// A domain `other`, mounted, and a default one, both with `/docs/file`.
  init() throws {
    sandbox = try Sandbox()
    for name in ["mnt", "disk"] {
      try FileManager.default.createDirectory(at: sandbox.url(name), withIntermediateDirectories: true)
    }
    try sandbox.write("x", to: "source/docs/file")
    try sandbox.lines("domain", "add", "other")
    for domain in ["default", "other"] {
      try sandbox.lines("import", "--domain", domain, sandbox.url("source/docs").path)
    }
  }

  deinit { _ = try? sandbox.run("unmount", "--lazy", "mnt") }

  private func mount(_ options: String...) throws {
    let result = try sandbox.start(["mount", "--domain", "other"] + options + ["mnt"]).wait()
    try #require(result.status == 0, "\(result)")
  }

  private func paths(_ domain: String) throws -> [String] {
    try sandbox.lines("search", "--all", "--domain", domain, "--modified", "1970..").sorted()
  }

  /// What is deleted where one stands is deleted there, and nowhere else.
  @Test func `a relative path means what it means to the shell`() throws {
    try mount()
    #expect(try sandbox.type("cd mnt && fileprovider ls").lines == ["docs"])
    #expect(try sandbox.type("cd mnt/docs && fileprovider ls . && fileprovider ls ..").lines == ["file", "docs"])
    #expect(try sandbox.type("cd mnt/docs && fileprovider mkdir new ./newer && fileprovider mv file new/").status == 0)
    #expect(try paths("other") == ["/docs", "/docs/new", "/docs/new/file", "/docs/newer"])
    #expect(try sandbox.type("cd mnt && fileprovider rm -r docs").status == 0)
    #expect(try paths("other").isEmpty)
    #expect(try paths("default") == ["/docs", "/docs/file"])
  }

  /// `--domain` has every path begin at that domain's root, wherever one stands; a path out of the mount is refused.
  @Test func `a domain that is named decides`() throws {
    try mount()
    #expect(try sandbox.type("cd mnt && fileprovider rm -r --domain default docs").status == 0)
    #expect(try paths("default").isEmpty)
    #expect(try paths("other").count == 2)
    let outside = try sandbox.type("cd mnt && fileprovider rm -r ../disk")
    #expect(
      outside.status == 64 && outside.error.contains("outside the mount that contains the working directory"),
      "\(outside)")
    for dots in [".", "..", "docs/.."] {
      #expect(try sandbox.type("cd mnt/docs && fileprovider rm -r \(dots)").status == 64)
    }
    #expect(try paths("other").count == 2)
  }

  /// A command without a path works on the domain where one stands.
  @Test func `a command without a path`() throws {
    try mount()
    try sandbox.lines("rm", "--trash", "--domain", "other", "/docs/file")
    #expect(try sandbox.type("cd mnt && fileprovider trash list --json").lines.count == 1)
    #expect(try sandbox.type("cd mnt && fileprovider trash restore file && fileprovider trash list").output.isEmpty)
    #expect(try sandbox.type("cd mnt && fileprovider domain info --json").output.contains("\"name\":\"other\""))
    #expect(try sandbox.type("fileprovider domain info --json").output.contains("\"name\":\"default\""))
  }

  /// A link on the way to the mount and links in the domain are followed; a link that is named last is the item.
  @Test func `links are followed except the last`() throws {
    try mount()
    symlink("mnt", sandbox.url("way").path)
    let way = sandbox.url("way").path
    try sandbox.type("ln -s docs mnt/link")
    #expect(try sandbox.lines("ls", way + "/docs") == ["file"])
    #expect(try sandbox.lines("ls", way) == ["docs", "link"])
    #expect(try sandbox.lines("stat", way + "/link/file").first == "/docs/file")
    #expect(try sandbox.type("cd mnt && fileprovider rm link").status == 0)
    #expect(try paths("other") == ["/docs", "/docs/file"])
  }

  /// A mount with another type and another source is recognised.
  @Test func `a mount with another type`() throws {
    try mount("-o", "subtype=strange,fsname=elsewhere")
    #expect(try sandbox.lines("ls", sandbox.url("mnt").path) == ["docs"])
    #expect(try sandbox.type("cd mnt && fileprovider rm -r docs").status == 0)
    #expect(try paths("default").count == 2)
    try sandbox.lines("unmount", "mnt")
  }

  /// A mount that hangs keeps no command from its items: the store is asked and not the mount.
  @Test(.timeLimit(.minutes(1))) func `a mount that hangs`() throws {
    try mount()
    let mounts = try #require(try sandbox.run("status", "--json").objects()[0]["mounts"] as? [[String: Any]])
    let process = try pid_t(#require(mounts.first?["pid"] as? Int))
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    // As text: making a URL asks the mount.
    #expect(try sandbox.lines("ls", sandbox.root.path + "/mnt/docs") == ["file"])
    #expect(try sandbox.lines("tag", sandbox.root.path + "/mnt/docs/file", "+held").isEmpty)
    #expect(try sandbox.lines("tag", "--domain", "other", "docs/file") == ["held"])
  }

  /// A mount of a store in another place is refused, although its domain has a name that is here, too.
  @Test func `a domain of the same name elsewhere`() throws {
    try mount()
    let result = try sandbox.type("cd mnt && XDG_DATA_HOME=\"$PWD/../data2\" fileprovider rm -r docs")
    #expect(result.status == 1 && result.error.contains("stored in"), "\(result)")
    #expect(try paths("other").count == 2)
  }

  /// A name that is not UTF-8 is the same item from the shell's bytes and from the spelling; links to it and mounts of it are followed.
  @Test func `names that are bytes`() throws {
    try mount()
    #expect(try sandbox.type(#"cd mnt && mkdir "$(printf 'caf\351')" && : > "$(printf 'caf\351/x')""#).status == 0)
    #expect(try sandbox.type(#"cd mnt && fileprovider ls "$(printf 'caf\351')""#).lines == ["x"])
    #expect(try sandbox.type(#"cd mnt/caf* && fileprovider ls . && fileprovider ls '../caf\xe9'"#).lines == ["x", "x"])
    #expect(try sandbox.type(#"ln -s mnt/caf* way; fileprovider ls "$PWD/way/x" | sed s,.*/,,"#).lines == ["x"])
    #expect(try sandbox.type(#"fileprovider ls "$PWD"/mnt/caf*"#).lines == ["x"])
    #expect(try sandbox.type(#"fileprovider rm -r "$PWD/mnt/"'caf\xe9'"#).status == 0)
    #expect(try paths("other") == ["/docs", "/docs/file"])
  }

  /// In the names of this machine a backslash is a backslash.
  @Test func `a mount below a backslash`() throws {
    try sandbox.type(#"mkdir -p 'a\xe9/m'"#)
    try #require(try sandbox.type(#"fileprovider mount --domain other 'a\xe9/m'"#).status == 0)
    defer { _ = try? sandbox.type(#"fileprovider unmount --lazy 'a\xe9/m'"#) }
    #expect(try sandbox.type(#"fileprovider ls "$PWD"/'a\xe9/m/docs'"#).lines == ["file"])
    #expect(try sandbox.type(#"cd 'a\xe9/m' && fileprovider ls docs"#).lines == ["file"])
  }
}
