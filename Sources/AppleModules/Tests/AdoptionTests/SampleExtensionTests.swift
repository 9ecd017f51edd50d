import Foundation
import TestSupport
import Testing

/// Extensions in the style of Apple's template and samples compile with no edit, mount, and are told what people do there. Skipped where there is
/// no `/dev/fuse`.
@Suite(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"), .serialized)
struct SampleExtensionTests {
  /// A grey PNG picture of 20 by 20 pixels.
  private static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAAAAACo4kLRAAAAEUlEQVR42mNowAIYRgUHkyAAG0DIARP1EwIAAAAASUVORK5CYII="
    + ""

  /// Works in the mount as people do, and looks at what the extension's own server has.
  ///
  /// - Parameter isValidated: Whether it is checked against the documented contract, too.
  private func edit(_ sample: ProviderProgram, server: String, isValidated: Bool = true) throws {
    try sample.mount()
    try sample.shell("test -d mnt; test -z \"$(ls mnt)\"")
    try sample.shell(
      """
      mkdir -p mnt/Letters/Old; echo first > mnt/Letters/one.txt; echo two > mnt/two.txt; echo gone > mnt/gone.txt
      """)
    try sample.tell()
    try sample.shell("grep -q one.txt \(server); grep -q gone.txt \(server)")
    try sample.shell(
      """
      echo more >> mnt/Letters/one.txt; mv mnt/two.txt mnt/renamed.txt; mv mnt/renamed.txt mnt/Letters/Old/; rm mnt/gone.txt
      cp mnt/Letters/one.txt mnt/copy.txt; rm -r mnt/Letters/Old; mkdir mnt/Letters/New; mv mnt/copy.txt mnt/Letters/New/
      """)
    try sample.tell()
    try sample.shell(
      """
      grep -q one.txt \(server); grep -q copy.txt \(server); grep -q New \(server)
      ! grep -q two.txt \(server); ! grep -q '"gone.txt"' \(server)
      """)
    #expect(try sample.shell("cat mnt/Letters/New/copy.txt") == "first\nmore\n")
    #expect(
      try sample.shell("cd mnt; find . -path ./.fileprovider -prune -o -type f -print | sort")
        == "./Letters/New/copy.txt\n./Letters/one.txt\n")
    if isValidated { try validate(sample) }
  }

  /// Checks the extension against the documented contract.
  private func validate(_ sample: ProviderProgram) throws {
    let result = try sample.run("validate")
    let breaches = result.output.split(separator: "\n").filter { $0.hasPrefix("VIOLATED") || $0.contains("seen  ") }
    #expect(result.status == 0 && result.output.contains("passed "), "\(breaches) \(result.error)")
  }

  private func server(_ group: String) -> String { "data/fileprovider-groups/group.org.example.\(group)/*" }

  @Test func `Xcode's template, with a model behind it, is edited`() throws {
    let sample = try AdoptedSample.build("TemplateExtension")
    defer { sample.unmount() }
    try edit(sample, server: server("template") + "/index.json")
  }

  @Test func `an extension with decorations and actions is edited, and performs its actions`() throws {
    let sample = try AdoptedSample.build("BoardExtension")
    defer { sample.unmount() }
    let index = server("board") + "/index.json"
    try edit(sample, server: index)
    #expect(
      try sample.run("action", "/Letters/one.txt").output
        == "org.example.board.star\tAdd a Star\n")
    let starred = try sample.run("action", "/Letters/one.txt", "org.example.board.star")
    #expect(starred.status == 0, "\(starred)")
    try sample.shell("grep -q '\"isStarred\":true' \(index)")
    // What is offered follows the item.
    let other = "org.example.board.unstar\tRemove the Star\n"
    #expect(try eventually { try sample.run("action", "/Letters/one.txt").output == other })
    #expect(try sample.run("action", "/Letters/none.txt").status == 1)
    #expect(try sample.run("action", "/Letters/one.txt", "org.example.board.paint").status == 1)
  }

  @Test func `an extension that fetches parts, and lists in pages, is edited`() throws {
    let sample = try AdoptedSample.build("MediaExtension")
    defer { sample.unmount() }
    try edit(sample, server: server("media") + "/index.json")
    let checked = try sample.run("validate").output
    for rule in ["thumbnails.each", "thumbnails.picture", "parts.contents", "parts.version"] {
      #expect(checked.contains("passed          \(rule)"), "\(rule): \(checked)")
    }
    try sample.shell(
      "for i in 1 2 3 4 5 6 7; do head -c 300000 /dev/urandom > mnt/film$i.mp4; done; cp mnt/film7.mp4 film")
    try sample.tell()
    #expect(try sample.run("evict", "/").status == 0)
    try sample.shell(
      "dd if=mnt/film7.mp4 bs=4096 skip=20 count=2 status=none | cmp - <(dd if=film bs=4096 skip=20 count=2 status=none)"
        .bash)
    try sample.shell("cmp mnt/film7.mp4 film; ls mnt | wc -l | grep -qx 8")
    try #require(Data(base64Encoded: Self.picture)).write(to: sample.sandbox.url("mnt/frame.png"))
    try sample.tell()
    #expect(try sample.run("evict", "/frame.png").status == 0)
    let made = try sample.run("thumbnail", "/frame.png", "/film1.mp4")
    #expect(made.status == 1 && made.error.contains("/film1.mp4: the provider has no thumbnail for it"), "\(made)")
    let picture = try #require(made.output.split(whereSeparator: \.isWhitespace).last)
    #expect(
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: String(picture))), as: UTF8.self)
        .components(separatedBy: "tEXt").count == 3)
  }

  @Test(arguments: ["5", "6"])
  func `an extension of actors and tasks is edited, in either language mode`(languageMode: String) throws {
    let sample = try AdoptedSample.build("AsyncExtension", languageMode: languageMode)
    defer { sample.unmount() }
    try edit(sample, server: "data/fileprovider-groups/group.org.example.async/*.json")
  }

  @Test func `an extension with a database, a service and old names is edited, and its service answers`() throws {
    let sample = try AdoptedSample.build("LedgerExtension")
    defer { sample.unmount() }
    try edit(sample, server: "data/fileprovider-groups/group.org.example.ledger/index.json")
    let answer = try sample.run("action", "/Letters/one.txt", "org.example.ledger.messages")
    #expect(answer.status == 1 && answer.error.contains("wrote one.txt"), "\(answer)")
  }

  @Test func `an extension that keeps plain notes is edited`() throws {
    let sample = try AdoptedSample.build("NotesExtension")
    defer { sample.unmount() }
    try sample.mount()
    try sample.shell("echo first > mnt/one.txt; echo two > mnt/two.txt; echo gone > mnt/gone.txt")
    try sample.tell()
    try sample.shell("echo more >> mnt/one.txt; mv mnt/two.txt mnt/renamed.txt; rm mnt/gone.txt")
    try sample.tell()
    let kept = try Data(
      contentsOf: sample.sandbox.url("data/fileprovider-groups/group.org.example.notes/default.plist"))
    let notes = try PropertyListDecoder().decode([String: [String]].self, from: kept)
    #expect(notes.values.sorted { $0[0] < $1[0] } == [["one.txt", "first\nmore\n"], ["renamed.txt", "two\n"]])
    // Its items say nothing of when contents are here.
    let evicted = try sample.run("evict", "/one.txt")
    #expect(evicted.status == 0, "\(evicted)")
    #expect(try sample.shell("cat mnt/one.txt mnt/renamed.txt") == "first\nmore\ntwo\n")
  }

  @Test(.enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"))
  func `an extension with a server, an App Group and the Keychain is edited`() throws {
    let keyring = try TestKeyring()
    let server = try CloudServer()
    var sample = try AdoptedSample.build("CloudExtension")
    sample.variables = ["DBUS_SESSION_BUS_ADDRESS": keyring.address]
    defer { sample.unmount() }
    let account = "data/fileprovider-groups/group.org.example.cloud/account.json"
    try sample.sandbox.write(
      "{\"server\":\"\(server.address)\",\"user\":\"me\",\"firstPassword\":\"cloud-secret\"}", to: account)
    // Its uploads are cancelled there, and now and then Foundation's URLSession ends the process then: it takes an error of libcurl for impossible.
    try edit(sample, server: self.server("cloud") + "/index.json", isValidated: false)
    try sample.shell("grep -q example \(account) || grep -q 127.0.0.1 \(account); ! grep -rq cloud-secret data")

    // The password is in the Keychain alone now.
    sample.unmount()
    try sample.mount()
    #expect(try sample.run("evict", "/").status == 0)
    #expect(try sample.shell("cat mnt/Letters/New/copy.txt") == "first\nmore\n")
    let requests = try server.requests()
    for method in ["PUT", "GET", "DELETE"] {
      let some = requests.filter { $0.hasPrefix(method + " /dav/") }
      #expect(!some.isEmpty && some.allSatisfy { $0.hasSuffix(" with-password") }, "\(method): \(requests)")
    }
  }
}

extension String {
  /// The script, for a shell that has process substitution.
  fileprivate var bash: String { "bash -c '\(self)'" }
}
