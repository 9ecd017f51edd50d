import FileProviderInterface
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
    #expect(text.contains("\n  owned by    Anna Ek\n  edited by   Bo By\n"), "\(text)")
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
    // It is also tried again now and then, and is on its way for that moment.
    let words = "\n  changes     not uploaded yet, provider error: "
    #expect(try eventually { try stage.run("stat", "/b").output.contains(words) })

    let missing = try stage.run("action", "/none")
    #expect(missing.status == 1 && missing.error.contains("/none"), "\(missing)")
    let unknown = try stage.run("action", "/a")
    #expect(unknown.status == 64 && unknown.error.contains("Info.plist"), "\(unknown)")
    try stage.sandbox.lines("domain", "add", "mine")
    let local = try stage.sandbox.run("action", "/", "--domain", "mine")
    #expect(local.status == 69, "\(local)")
  }

  @Test func `what the provider has yet to upload is shown, and stays until it says that it has`() throws {
    var item = MemoryItem("a", contents: "alpha\n")
    item.isUploaded = false
    let away = Fault.failing(.serverUnreachable, in: .fetch, of: "b")
    let stage = try ScriptedStage([item, MemoryItem("b", contents: "beta\n")], faults: [away])
    defer { stage.end() }
    try stage.shell("cat mnt/a; ! cat mnt/b")
    func state(_ path: String) throws -> [String: Any] {
      try #require(try stage.run("stat", "--json", path).objects().first)
    }
    let known = try state("/a")
    #expect(known["isUploaded"] as? Bool == false && known["isUploading"] as? Bool == false, "\(known)")
    #expect(known["isDownloaded"] as? Bool == true && known["isMostRecentVersionDownloaded"] as? Bool == true)
    #expect(known["isDownloading"] as? Bool == false && known["downloadingError"] is NSNull)
    let text = try stage.run("stat", "/a").output
    #expect(text.contains("\n  changes     at the provider, which has not uploaded them yet\n"), "\(text)")
    #expect(
      try stage.shell("getfattr --only-values -n user.fileprovider.transfer mnt/a") == #"{"isUploaded":false}"#)
    let kept = try stage.run("evict", "/a")
    #expect(kept.status == 1 && kept.error.contains("the provider has not uploaded"), "\(kept)")

    let failed = try state("/b")
    #expect(failed["isDownloaded"] as? Bool == false && failed["downloadingError"] is String, "\(failed)")
    let reason = try stage.run("stat", "/b").output
    #expect(reason.contains("\n  download    provider error: "), "\(reason)")

    item.isUploaded = true
    try stage.edit([item])
    #expect(
      try eventually {
        _ = try stage.run("sync")
        return try state("/a")["isUploaded"] as? Bool == true
      })
    #expect(try stage.run("evict", "/a").status == 0)
    #expect(try state("/a")["isDownloaded"] as? Bool == false)
  }
}
