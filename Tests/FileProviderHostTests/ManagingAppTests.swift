import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

/// An app's process with a provider's domains: no mount is needed for that.
@Suite(.serialized) struct ManagingAppTests {
  let sandbox: Sandbox
  private let identifier = "org.example.greetings"

  init() throws { sandbox = try Sandbox() }

  @discardableResult
  private func app(_ words: String..., as identity: String? = nil, script: String = "plain") throws -> ProcessResult {
    let program = try #require(Machine.built("ProviderFixture"))
    return try sandbox.startProgram(
      ["ManagingApp", identity ?? identifier, program] + words,
      ["PROVIDER_SCRIPT": script, "PROVIDER_IDENTIFIER": identifier]
    ).wait(seconds: 120)
  }

  private func lines(_ words: String..., script: String = "plain") throws -> [String] {
    let program = try #require(Machine.built("ProviderFixture"))
    let result = try sandbox.startProgram(
      ["ManagingApp", identifier, program] + words,
      ["PROVIDER_SCRIPT": script, "PROVIDER_IDENTIFIER": identifier]
    ).wait(seconds: 120)
    #expect(result.status == 0, "\(words): \(result)")
    return result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `adds domains, and sees its own alone`() throws {
    try app("add", "one", "anna")
    try app("add", "two", "bert")
    try app("add", "one", "carla")
    #expect(try lines("domains") == ["one The “one” carla false", "two The “two” bert false"])
    #expect(try app("domains", as: "org.example.other").output.isEmpty)
    // Another provider's domain may have the same identifier.
    #expect(try app("add", "one", "dora", as: "org.example.other").status == 0)
    #expect(try app("domains", as: "org.example.other").output == "one The “one” dora false\n")
    #expect(try lines("remove", "one") == ["nothing kept"])
    #expect(try lines("domains") == ["two The “two” bert false"])
    _ = try lines("remove-all")
    #expect(try lines("domains").isEmpty)
    #expect(try app("domains", as: "org.example.other").output == "one The “one” dora false\n")
    #expect(try app("url", "two", "a").output == "NSFileProviderErrorDomain -2013\n")
    #expect(try app("add", "no/name").status == 1)
  }

  @Test func `has the provider's process do what concerns the provider`() throws {
    try app("add", "one")
    _ = try lines("stabilize", "one")
    _ = try lines("signal", "one")
    #expect(try app("evict", "one", "nothing").output == "NSFileProviderErrorDomain -1005\n")
    _ = try lines("disconnect", "one")
    #expect(try lines("domains") == ["one The “one”  true"])
    _ = try lines("reconnect", "one")
    #expect(try lines("domains") == ["one The “one”  false"])
    #expect(try lines("progress", "one") == ["0"])
    let temporary = try #require(lines("temporary", "one").first)
    #expect(temporary.hasPrefix(sandbox.url("data/fileprovider/one").path))
    #expect(access(temporary, W_OK) == 0)
    let state = try #require(lines("state", "one").first)
    #expect(state != temporary && access(state, W_OK) == 0)
  }

  @Test func `is told what came to the materialized set and what left it`() throws {
    try app("add", "one")
    _ = try lines("stabilize", "one")
    let before = try #require(lines("materialized-anchor", "one").first)
    #expect(try lines("materialized-changes", "one", before) == [before])
    _ = try lines("download", "one", "NSFileProviderRootContainerItemIdentifier")
    // A download is only asked for; what it brings comes in its time.
    var came: [String] = []
    #expect(
      try eventually {
        came = try lines("materialized-changes", "one", before)
        return came.count > 1
      })
    #expect(came.first == "+ NSFileProviderRootContainerItemIdentifier", "\(came)")
    _ = try lines("download", "one", "a")
    #expect(try eventually { try lines("materialized-changes", "one", before).contains("+ a") })
    let with = try #require(lines("materialized-anchor", "one").first)
    _ = try lines("evict", "one", "a")
    let left = try lines("materialized-changes", "one", with)
    #expect(left.count == 2 && left.first == "- a" && left.last != with, "\(left)")
    #expect(try lines("materialized-changes", "one", left[1]) == [left[1]])
    #expect(try app("materialized-changes", "one", "../one").output == "NSFileProviderErrorDomain -1002\n")
  }

  @Test func `hides a domain from the list of domains`() throws {
    try app("hide", "one")
    try app("add", "two")
    #expect(try sandbox.run("domain", "list").output == "two\n")
    #expect(try sandbox.run("domain", "list", "--all").output == "one  (hidden)\ntwo\n")
    for options in [[], ["--all"]] {
      let all = try sandbox.run(["domain", "list", "--json"] + options).objects()
      #expect(all.map { $0["hidden"] as? Bool } == [true, nil])
    }
    // An app sees it, with what it said.
    #expect(try lines("domains").count == 2)
    try app("add", "one")
    #expect(try sandbox.run("domain", "list").output == "one\ntwo\n")
  }

  @Test func `keeps on request what a domain had here`() throws {
    try app("import", "one", try source())
    // The provider has all of it.
    #expect(try lines("remove", "one", "1") == ["nothing kept"])
    try app("import", "one", try source())
    let kept = try #require(lines("remove", "one", "2").first)
    #expect(try String(contentsOfFile: kept + "/note.txt", encoding: .utf8) == "a note\n")
    #expect(try String(contentsOfFile: kept + "/papers/deep.txt", encoding: .utf8) == "deep\n")
    #expect(try lines("domains").isEmpty)
  }

  private func source() throws -> String {
    try sandbox.write("a note\n", to: "source/note.txt")
    try sandbox.write("deep\n", to: "source/papers/deep.txt")
    return sandbox.url("source").path
  }

  @Test func `imports a folder and tells the provider`() throws {
    #expect(try app("import", "one", try source()).status == 0)
    #expect(try lines("pending", "one").isEmpty)
    #expect(try Set(lines("materialized", "one")).isSuperset(of: ["note.txt", "papers", "deep.txt"]))
    #expect(try app("import", "one", try source()).output == "NSCocoaErrorDomain 516\n")
    #expect(try app("import", "three", "/nowhere").status == 1)
    #expect(try lines("domains").count == 1)
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `finds paths in mounts`() throws {
    try app("add", "one")
    #expect(
      try app("url", "one", "NSFileProviderRootContainerItemIdentifier").output == "NSFileProviderErrorDomain -2012\n")
    let variables = ["PROVIDER_SCRIPT": "plain", "PROVIDER_IDENTIFIER": identifier]
    let mounted = try sandbox.program(
      "ProviderFixture", "mount", "--domain", "one", sandbox.mountpoint, variables: variables)
    #expect(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.program("ProviderFixture", "unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("cat $M/folder/b").output == "beta\n")
    #expect(try lines("url", "one", "b") == [sandbox.mountpoint + "/folder/b"])
    #expect(try lines("identify", "one", sandbox.mountpoint + "/folder/b") == ["b one"])
    #expect(try app("identify", "one", "/etc/passwd").output == "NSFileProviderErrorDomain -2001\n")
    #expect(try Set(lines("materialized", "one")).isSuperset(of: ["folder", "b"]))
    _ = try lines("evict", "one", "b")
    #expect(try !lines("materialized", "one").contains("b"))
    #expect(try app("remove", "one", "0").output == "NSPOSIXErrorDomain 16\n")
    let acted = try sandbox.program(
      "ProviderFixture", "action", "--domain", "one", "/a", "share", variables: variables)
    #expect(acted.status == 1 && acted.error.contains("implements no custom actions"), "\(acted)")
  }

  // Before there were identifiers, a store had the name of the provider's class.
  @Test func `takes over an older store of the same program`() throws {
    try sandbox.run("domain", "add", "old")
    let variables = ["PROVIDER_IDENTIFIER": identifier]
    let first = try sandbox.startProgram(
      ["ProviderFixture", "provider-host", "--domain", "old", "--store", sandbox.url("data/fileprovider/old").path]
    ).wait(seconds: 60)
    #expect(first.status == 0, "\(first)")
    #expect(try sandbox.run("domain", "info", "old").output.contains("provider     GreetingProvider"))
    let second = try sandbox.startProgram(
      ["ProviderFixture", "provider-host", "--domain", "old", "--store", sandbox.url("data/fileprovider/old").path],
      variables
    ).wait(seconds: 60)
    #expect(second.status == 0, "\(second)")
    #expect(try sandbox.run("domain", "info", "old").output.contains("provider     \(identifier)"))
    // Not the other way round, and not by another provider.
    let third = try sandbox.startProgram(
      ["ProviderFixture", "provider-host", "--domain", "old", "--store", sandbox.url("data/fileprovider/old").path]
    ).wait(seconds: 60)
    #expect(third.status == 69, "\(third)")
  }
}
