import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// Whose an item is, who changed it, and how far it is known at both ends. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
struct ItemPeopleTests {
  @Test func `people and transfers are shown by stat, in attributes and to scripts, and actions need an item`() throws {
    var item = MemoryItem("a", contents: "alpha\n")
    (item.owner, item.editor, item.isShared, item.userInfo) = ("Anna Ek", "Bo\nBy", true, ["k": "v"])
    let away = Fault(.error, in: .modify, of: "b", code: -1004)
    let stage = try ScriptedStage([item, MemoryItem("b", contents: "beta\n")], faults: [away])
    defer { stage.end() }
    let text = try stage.run("stat", "/a").output
    #expect(text.contains("\n  belongs to  Anna Ek\n  edited by   Bo By\n"), "\(text)")
    let known = try #require(try stage.run("stat", "--json", "/a").objects().first)
    #expect(known["ownerName"] as? String == "Anna Ek" && known["editorName"] as? String == "Bo By")
    #expect(known["isUploaded"] as? Bool == true && known["isDownloaded"] as? Bool == false)
    #expect(known["uploadingError"] is NSNull)
    let plain = try #require(try stage.run("stat", "--json", "/b").objects().first)
    #expect(plain["ownerName"] == nil && plain["editorName"] == nil)
    #expect(
      try stage.shell(
        "for n in owner editor user-info; do getfattr --only-values -n user.fileprovider.$n mnt/a; echo; done")
        == "Anna Ek\nBo By\n{\"k\":\"v\"}\n")
    #expect(try stage.shell("getfattr -d -m - mnt/a") == "")
    try stage.shell(
      "! setfattr -n user.fileprovider.owner -v me mnt/a; ! setfattr -n user.fileprovider.editor -v me mnt/b")

    // What the provider does not take is not there yet, and says why.
    try stage.shell("echo more >> mnt/b")
    #expect(
      try eventually {
        let state = try stage.run("stat", "--json", "/b").objects().first
        return state?["isUploaded"] as? Bool == false && state?["isDownloaded"] as? Bool == true
          && state?["uploadingError"] is String
      })
    #expect(try stage.run("stat", "/b").output.contains("\n  changes     not at the provider yet, the provider said: "))

    let missing = try stage.run("action", "/none")
    #expect(missing.status == 1 && missing.error.contains("/none"), "\(missing)")
    let unknown = try stage.run("action", "/a")
    #expect(unknown.status == 64 && unknown.error.contains("Info.plist"), "\(unknown)")
    try stage.sandbox.lines("domain", "add", "mine")
    let local = try stage.sandbox.run("action", "/", "--domain", "mine")
    #expect(local.status == 69, "\(local)")
  }
}
