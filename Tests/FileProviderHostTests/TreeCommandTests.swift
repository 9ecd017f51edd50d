import Foundation
import TestSupport
import Testing

/// `mkdir`, `mv`, `rm`, `ls`, `tag`, `favorite`, `pin` and `domain`.
@Suite struct TreeCommandTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `folders are made listed and removed`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b/c", "/a/.hidden")
    #expect(try sandbox.lines("ls", "a") == ["b"])
    #expect(try sandbox.lines("ls", "-a", "/a/") == [".hidden", "b"])
    #expect(try sandbox.run("mkdir", "/a").status == 1)
    #expect(try sandbox.run("mkdir", "/x/y").status == 1)
    let refused = try sandbox.run("rm", "/a")
    #expect(refused.error == "fileprovider: /a: is a folder; use -r to delete it\n")
    try sandbox.lines("rm", "-r", "/a")
    #expect(try sandbox.lines("ls", "-a").isEmpty)
  }

  /// What fails is listed and does not keep the rest from being done.
  @Test func `one path that fails does not stop the others`() throws {
    let result = try sandbox.run("mkdir", "/a", "/missing/b", "/c")
    #expect(result.status == 1)
    #expect(try sandbox.lines("ls") == ["a", "c"])
  }

  @Test func `moving into folders and to names`() throws {
    try sandbox.lines("mkdir", "-p", "/a", "/b", "/into")
    try sandbox.lines("mv", "/a", "/renamed")
    try sandbox.lines("mv", "/renamed", "/b", "/into")
    #expect(try sandbox.lines("ls", "/into") == ["b", "renamed"])
    let circle = try sandbox.run("mv", "/into", "/into/b")
    #expect(circle.status == 1)
    #expect(try sandbox.run("mv", "/nothing", "/x").status == 1)
  }

  @Test func `-TAG is an edit and no option, wherever it stands`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("tag", "/a", "+red", "+blue", "+long words", "+red")
    #expect(try sandbox.lines("tag", "/a") == ["red", "blue", "long words"])
    try sandbox.lines("tag", "/a", "-red", "--domain", "default", "+x")
    #expect(try sandbox.lines("tag", "/a") == ["blue", "long words", "x"])
    #expect(try sandbox.run("tag", "/none", "+x").status == 1)
  }

  @Test func `favourites and pins are members`() throws {
    try sandbox.lines("mkdir", "/a", "/b")
    try sandbox.lines("favorite", "/a", "/b")
    try sandbox.lines("pin", "/b")
    let objects = try sandbox.run("ls", "--json").objects()
    #expect(objects.map { $0["favorite"] as? Int } == [1, 2])
    #expect(objects.map { $0["pinned"] as? Bool } == [false, true])
    try sandbox.lines("favorite", "/a", "--remove")
    #expect(try sandbox.run("ls", "--json").objects()[0]["favorite"] is NSNull)
  }

  @Test func `trashing`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("rm", "--trash", "/a")
    #expect(try sandbox.lines("ls").isEmpty)
    let info = try sandbox.run("domain", "info", "--json").objects()[0]
    #expect(info["trashedItems"] as? Int == 1)
    try sandbox.lines("domain", "add", "plain", "--no-trash")
    try sandbox.lines("mkdir", "--domain", "plain", "/a")
    let refused = try sandbox.run("rm", "--domain", "plain", "--trash", "/a")
    #expect(refused.status == 1)
    #expect(refused.error == "fileprovider: /a: the domain has no trash\n")
  }

  @Test func `domains`() throws {
    try sandbox.lines("domain", "add", "work")
    #expect(try sandbox.run("domain", "add", "work").status == 1)
    #expect(try sandbox.lines("domain", "list") == ["work"])
    try sandbox.lines("mkdir", "/a")
    #expect(try sandbox.lines("domain", "list") == ["default", "work"])
    try sandbox.lines("domain", "remove", "--force", "work")
    #expect(try sandbox.lines("domain", "list") == ["default"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: sandbox.url("data/fileprovider/default").path)
    #expect((attributes[.posixPermissions] as? Int) == 0o700)
  }

  @Test func `a healthy store is healthy`() throws {
    try sandbox.lines("mkdir", "/a")
    #expect(try sandbox.lines("check").isEmpty)
    #expect(try sandbox.lines("status", "--check") == ["default: healthy"])
    let status = try sandbox.run("status", "--json").objects()[0]
    #expect(status["version"] as? Int == 1)
    #expect((status["mounts"] as? [Any])?.isEmpty == true)
    let domain = try #require((status["domains"] as? [[String: Any]])?.first)
    #expect(domain["items"] as? Int == 1)
    #expect(domain["provider"] is NSNull)
  }

  /// A path with a slash at its end means a folder: a file of that name is not removed, moved or marked.
  @Test func `a slash at the end`() throws {
    try sandbox.write("text", to: "file")
    try sandbox.lines("import", "file")
    let attempts = [
      ["rm", "file/"], ["rm", "-rf", "/file/"], ["rm", "--trash", "file/"], ["trash", "put", "file/"],
      ["mv", "file/", "other"],
      ["cp", "file/", "other"], ["favorite", "file/"], ["pin", "file/"], ["tag", "file/", "+red"], ["cat", "file/"],
    ]
    for words in attempts {
      let result = try sandbox.start(words).wait()
      #expect(result.status == 1 && result.error.hasSuffix("file/: not a folder\n"), "\(words): \(result)")
    }
    #expect(try sandbox.lines("cat", "/file") == ["text"] && sandbox.lines("working-set").isEmpty)
    #expect(try sandbox.lines("ls", "/") == ["file"])
  }

  /// The root cannot be removed by any command; a folder below a file is refused with the file's name.
  @Test func `the root and files`() throws {
    try sandbox.write("text", to: "file")
    try sandbox.lines("import", "file")
    for words in [["rm", "-r", "/"], ["rm", "--trash", "/"], ["trash", "put", "/"], ["mv", "/", "/a"]] {
      let result = try sandbox.start(words).wait()
      #expect(
        result.status == 1 && result.error == "fileprovider: /: the root cannot be removed or moved\n", "\(result)")
    }
    #expect(try sandbox.run("mkdir", "/file/a").error == "fileprovider: /file/a: “/file” is not a folder\n")
  }
}
