import Foundation
import TestSupport
import Testing

/// `trash list|put|restore|delete|empty`
@Suite struct TrashCommandTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// What the trash has, by name there.
  private func trashed() throws -> [String: String] {
    var found: [String: String] = [:]
    for object in try sandbox.run("trash", "list", "--json").objects() {
      found[try #require(object["name"] as? String)] = try #require(object["originalPath"] as? String)
    }
    return found
  }

  /// There and back again, by the name in the trash or by the path that an item had.
  @Test func `putting and restoring`() throws {
    try sandbox.lines("mkdir", "-p", "/a/one", "/a/two")
    try sandbox.lines("trash", "put", "/a/one", "/a/two")
    #expect(try sandbox.lines("ls", "/a").isEmpty)
    #expect(try trashed() == ["one": "/a/one", "two": "/a/two"])
    try sandbox.lines("trash", "restore", "one")
    try sandbox.lines("trash", "restore", "/a/two")
    #expect(try sandbox.lines("ls", "/a") == ["one", "two"])
    #expect(try trashed().isEmpty)
  }

  /// Only trashing puts something there: what got there otherwise would be in no list.
  @Test(arguments: [
    ["mkdir", "/.Trash-0/files/new"], ["mkdir", "-p", "/.Trash-0/files/new"], ["cp", "/b", "/.Trash-0/files/"],
    ["cp", "/b", "/.Trash-0/files/new"], ["mv", "/b", "/.Trash-0/files/"], ["mv", "/b", "/.Trash-0/files/new"],
    ["trash", "restore", "a", "--to", "/.Trash-0/files/new"],
  ])
  func `nothing else puts there`(words: [String]) throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.write("text", to: "b")
    try sandbox.lines("import", "b")
    try sandbox.lines("trash", "put", "/a")
    #expect(try sandbox.start(words).wait().status == 1)
    #expect(try sandbox.lines("ls", "/.Trash-0/files") == ["a"])
    #expect(try sandbox.lines("ls", "-a") == ["b"])
  }

  /// Two items with one name get two names in the trash, and both can be told apart and come back.
  @Test func `two items with one name are trashed`() throws {
    try sandbox.lines("mkdir", "-p", "/a/same.txt", "/b/same.txt")
    try sandbox.lines("trash", "put", "/a/same.txt", "/b/same.txt")
    #expect(try trashed() == ["same.txt": "/a/same.txt", "same 2.txt": "/b/same.txt"])
    try sandbox.lines("trash", "restore", "same 2.txt")
    #expect(try sandbox.lines("ls", "/b") == ["same.txt"])
    try sandbox.lines("trash", "restore", "/a/same.txt")
    #expect(try sandbox.lines("ls", "/a") == ["same.txt"])
  }

  /// Of several items that came from one path its path means the one trashed last, whatever their names there.
  @Test func `several came from one path`() throws {
    for tag in ["first", "second", "third"] {
      try sandbox.lines("mkdir", "-p", "/a/same")
      try sandbox.lines("tag", "/a/same", "+\(tag)")
      try sandbox.lines("trash", "put", "/a/same")
    }
    try sandbox.lines("trash", "delete", "same 2")
    for tag in ["third", "first"] {
      try sandbox.lines("trash", "restore", "/a/same")
      #expect(try sandbox.lines("tag", "/a/same") == [tag])
      try sandbox.lines("rm", "-r", "/a/same")
    }
    #expect(try trashed().isEmpty)
  }

  /// When the name was taken meanwhile, the item gets a free one, and says so.
  @Test func `restoring to a name that is taken`() throws {
    try sandbox.lines("mkdir", "/name")
    try sandbox.lines("trash", "put", "/name")
    try sandbox.lines("mkdir", "/name")
    let result = try sandbox.run("trash", "restore", "name")
    #expect(result.status == 0)
    #expect(result.error == "fileprovider: name: “name” already exists there; restored as “name 2”\n")
    #expect(try sandbox.lines("ls") == ["name", "name 2"])
  }

  /// When its folder is gone, it is made again, and the command says so.
  @Test func `restoring into a folder that is gone`() throws {
    try sandbox.lines("mkdir", "-p", "/gone/deep/item", "/gone/deep/other")
    try sandbox.lines("trash", "put", "/gone/deep/item", "/gone/deep/other")
    try sandbox.lines("rm", "-r", "/gone")
    let result = try sandbox.run("trash", "restore", "item")
    #expect(result.status == 0)
    #expect(result.error == "fileprovider: item: the missing folder “/gone/deep” was created again\n")
    #expect(try sandbox.lines("ls", "/gone/deep") == ["item"])
    #expect(try sandbox.run("trash", "restore", "other").error.isEmpty)
  }

  /// A folder that is in the trash itself counts as gone; what was in it does not follow it there.
  @Test func `restoring into a folder that is in the trash`() throws {
    try sandbox.lines("mkdir", "-p", "/folder/item")
    try sandbox.lines("trash", "put", "/folder/item", "/folder")
    #expect(try sandbox.run("trash", "restore", "item").error.contains("was created again"))
    #expect(try sandbox.lines("ls", "/folder") == ["item"])
    #expect(try sandbox.run("trash", "restore", "folder").error.contains("restored as “folder 2”"))
  }

  /// Where the folder cannot be made again, the item stays in the trash, and the message says what to do.
  @Test func `restoring where something else is in the way`() throws {
    try sandbox.lines("mkdir", "-p", "/gone/item", "/other")
    try sandbox.lines("trash", "put", "/gone/item")
    try sandbox.lines("rm", "-r", "/gone")
    try sandbox.write("x", to: "disk/gone")
    try sandbox.lines("import", "--contents", sandbox.url("disk").path)
    let result = try sandbox.run("trash", "restore", "item")
    #expect(result.status == 1)
    #expect(result.error.contains("“gone” is not a folder; restore the item with --to"))
    #expect(try trashed() == ["item": "/gone/item"])
    try sandbox.lines("trash", "restore", "item", "--to", "/other")
    #expect(try sandbox.lines("ls", "/other") == ["item"])
  }

  @Test func `restoring elsewhere`() throws {
    try sandbox.lines("mkdir", "/a", "/b", "/into")
    try sandbox.lines("trash", "put", "/a", "/b")
    try sandbox.lines("trash", "restore", "a", "--to", "/into/renamed")
    #expect(try sandbox.lines("ls", "/into") == ["renamed"])
    let nowhere = try sandbox.run("trash", "restore", "b", "--to", "/missing/b")
    #expect(nowhere.status == 1)
    #expect(nowhere.error == "fileprovider: b: no such folder: “/missing”; create it with mkdir -p, or name another\n")
    let several = try sandbox.run("trash", "restore", "b", "--to", "/missing/")
    #expect(several.status == 1 && several.error.contains("no such folder: “/missing”"), "\(several)")
    #expect(try sandbox.run("trash", "restore", "b", "--to", "/into/renamed/").status == 0)
  }

  @Test func `deleting and emptying`() throws {
    try sandbox.lines("mkdir", "-p", "/a/below", "/b", "/c")
    try sandbox.lines("trash", "put", "/a", "/b", "/c")
    try sandbox.lines("trash", "delete", "a")
    #expect(try Set(trashed().keys) == ["b", "c"])
    try sandbox.lines("trash", "empty", "--older-than", "1h")
    #expect(try trashed().count == 2)
    let emptied = try sandbox.run("trash", "empty", "--json").objects()
    #expect(emptied.count == 2)
    #expect(try trashed().isEmpty)
    #expect(try sandbox.run("trash", "delete", "a").status == 1)
  }

  /// On a terminal a person is asked, and told how much goes; what is not a yes is a no. `--force` does not ask.
  @Test(arguments: [("n", true), ("", true), ("yes", false), ("Y", false), ("--force", false)])
  func `emptying on a terminal`(answer: String, isKept: Bool) throws {
    try sandbox.lines("mkdir", "/a", "/b")
    try sandbox.lines("trash", "put", "/a", "/b")
    let terminal = try TerminalPair(columns: 80, rows: 24)
    let isForced = answer == "--force"
    let process = try terminal.start(
      [Sandbox.fileprovider, "trash", "empty"] + (isForced ? [answer] : []), in: sandbox)
    if !isForced {
      let asked = terminal.shows { $0.contains("[y/N] ") }
      #expect(asked == "fileprovider: permanently delete 2 items in the trash of “default”? [y/N] ")
      terminal.type(answer + "\n")
    }
    let status = process.wait().status
    let shown = terminal.shows { !isKept || $0.contains("cancelled; nothing was removed") }
    #expect(
      status == (isKept ? 1 : 0) && shown.contains("cancelled; nothing was removed") == isKept, "\(shown)")
    #expect(try trashed().isEmpty == !isKept)
  }

  /// A domain without a trash says so, to each of the commands.
  @Test func `a domain without a trash`() throws {
    try sandbox.lines("domain", "add", "plain", "--no-trash")
    try sandbox.lines("mkdir", "--domain", "plain", "/a")
    for words in [["list"], ["put", "/a"], ["restore", "a"], ["delete", "a"], ["empty"]] {
      let result = try sandbox.start(["trash"] + words + ["--domain", "plain"]).wait()
      #expect(result.status == 1, "\(words)")
      #expect(result.error.contains("the domain has no trash"), "\(words)")
    }
    #expect(try sandbox.lines("ls", "--domain", "plain") == ["a"])
  }
}
