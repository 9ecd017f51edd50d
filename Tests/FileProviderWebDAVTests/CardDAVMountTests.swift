import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// The command with a domain of a CardDAV server, and a mount of it. The servers are real.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: AddressBookServer.problem == nil, "\(AddressBookServer.problem ?? "")"), .serialized)
struct CardDAVMountTests {
  typealias Kind = AddressBookServer.Kind

  /// A mount of a server's address books.
  private func withMount(_ server: AddressBookServer, _ body: (Sandbox, _ book: String) throws -> Void) throws {
    let sandbox = try Sandbox()
    let added = try sandbox.run(
      "domain", "add", "home", "--carddav", server.address, "--user", "me", "--password-file", server.passwordFile,
      "--poll", "1")
    try #require(added.status == 0, "\(added)")
    let mounted = try sandbox.run("mount", "--domain", "home", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    try body(sandbox, "$M/" + server.bookName)
  }

  private func put(_ uid: String, _ name: String, _ server: AddressBookServer, to file: String? = nil) throws {
    let other = try server.provider()
    let book = try #require(try other.list().first?.value.identifier)
    let text = AddressBookServer.card(uid, name)
    let file = file ?? uid + ".vcf"
    // xandikos locks a book while it writes, and refuses whoever comes then.
    let isPut = eventually(seconds: 60) {
      if let item = try? other.list(book)[file] { return (try? other.modify(item, text: text)) != nil }
      return (try? other.create(file, text, in: book)) != nil
    }
    try #require(isPut, "\(file) cannot be written")
  }

  private func delete(_ file: String, _ server: AddressBookServer) throws {
    let other = try server.provider()
    let book = try #require(try other.list().first?.value.identifier)
    let isGone = eventually(seconds: 60) {
      guard let item = try? other.list(book)[file] else { return (try? other.list(book)) != nil }
      try? other.delete(item)
      return false
    }
    try #require(isGone, "\(file) cannot be deleted")
  }

  /// The names in the cards of a server, by their UID. Nothing is probed: that would write scratch cards beside the mount.
  private func cards(_ server: AddressBookServer) throws -> [String: String] {
    let client = try server.server(server.home)
    let paths = try client.list(server.book).children.keys.filter { !$0.isFolder }
    var found: [String: String] = [:]
    try client.cards(Array(paths), nil) { _, bytes in
      let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
      func value(_ name: String) -> String? {
        lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
      }
      let uid = try #require(value("UID"))
      #expect(found.updateValue(value("FN") ?? "", forKey: uid) == nil, "\(uid) is there twice")
    }
    return found
  }

  @Test(arguments: Kind.installed)
  func `the cards of a server are among the contacts without being looked at, and stay`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    for number in 0..<5 { try put("u\(number)", "Person \(number)", server) }
    try withMount(server) { sandbox, book in
      func names() throws -> [String] {
        try sandbox.run("contacts", "list").output.split(separator: "\n").compactMap { line in
          line.range(of: "Person [0-9a-z]+", options: .regularExpression).map { String(line[$0]) }
        }.sorted()
      }
      #expect(try eventually(seconds: 120) { try names() == (0..<5).map { "Person \($0)" } })
      let evicted = try sandbox.shell("$F evict \(book)/u1.vcf; cat \(book)/u1.vcf")
      #expect(evicted.error != "" && evicted.output.contains("FN:Person 1"), "\(evicted)")
      try put("u1", "Person other", server)
      try delete("u2.vcf", server)
      #expect(
        try eventually(seconds: 120) { try names() == ["Person 0", "Person 3", "Person 4", "Person other"] })
      let changed = try sandbox.shell("sed -i 's/Person 3/Person here/' \(book)/u3.vcf && rm \(book)/u4.vcf")
      #expect(changed.status == 0, "\(changed)")
      #expect(
        eventually(seconds: 120) {
          (try? cards(server)) == ["u0": "Person 0", "u1": "Person other", "u3": "Person here"]
        })
      // What a program saves in the store itself goes to the server as well.
      let words = ["contacts", "add", "--domain", "home", "--container", server.bookName, "--given-name", "Dora"]
      let saved = try sandbox.run(words)
      #expect(saved.status == 0, "\(saved)")
      #expect(eventually(seconds: 120) { (try? cards(server))?.values.contains("Dora") == true })
    }
  }

  @Test(arguments: Kind.installed)
  func `a conflict keeps both cards, and a second card with a UID stays here and is reported`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    try put("u", "Old", server)
    try withMount(server) { sandbox, book in
      #expect(try eventually(seconds: 120) { try sandbox.shell("cat \(book)/u.vcf").output.contains("FN:Old") })
      try #require(try sandbox.run("pause", "home").status == 0)
      let changed = try sandbox.shell("sed -i 's/Old/Ours/' \(book)/u.vcf")
      #expect(changed.status == 0, "\(changed)")
      try put("u", "Theirs", server)
      try #require(try sandbox.run("resume", "home").status == 0)
      #expect(
        try eventually(seconds: 120) {
          let all = try sandbox.shell("cat \(book)/*.vcf").output
          return all.contains("FN:Ours") && all.contains("FN:Theirs")
        })
      #expect(try cards(server) == ["u": "Theirs"])
      #expect(
        try eventually(seconds: 120) {
          try sandbox.run("pending", "--domain", "home").output.contains("same UID")
        })
    }
  }

  /// It puts a new file in place by `link(2)` and `unlink(2)`, and sees a change by the modification time.
  @Test(
    .enabled(
      if: Machine.fromPyPI("vdirsyncer") != nil, "vdirsyncer is not installed; mount-scripts/test.sh does that"),
    .enabled(if: Kind.installed.count == 2, "both servers are needed"), arguments: Kind.allCases)
  func `vdirsyncer synchronizes a mount of one server with another one`(kind: Kind) throws {
    let server = try AddressBookServer(kind)
    let other = try AddressBookServer(kind == .radicale ? .xandikos : .radicale)
    for number in 0..<20 {
      try put("a\(number)", "A \(number)", server)
      try put("b\(number)", "B \(number)", other)
    }
    try withMount(server) { sandbox, book in
      #expect(try eventually(seconds: 120) { try sandbox.shell("cat \(book)/*.vcf | grep -c ^FN").output == "20\n" })
      let config = sandbox.url("vdirsyncer")
      try """
      [general]
      status_path = "\(sandbox.folder)/status/"
      [pair both]
      a = "mount"
      b = "server"
      collections = [["book", "\(server.bookName)", "\(other.bookName)"]]
      conflict_resolution = null
      [storage mount]
      type = "filesystem"
      path = "\(sandbox.mountpoint)/"
      fileext = ".vcf"
      [storage server]
      type = "carddav"
      url = "http://127.0.0.1:\(other.port)\(other.home)"
      username = "me"
      password = "secret"
      """.write(to: config, atomically: true, encoding: .utf8)
      let program = try #require(Machine.fromPyPI("vdirsyncer"))
      let variables = "VDIRSYNCER_CONFIG=\(config.path)"
      func synchronize(_ command: String = "sync") throws {
        let ran = try sandbox.shell("\(variables) \(program) \(command) </dev/null")
        #expect(ran.status == 0, "\(ran)")
        let sent = try sandbox.run("sync", "--wait", "--domain", "home")
        #expect(sent.status == 0, "\(sent)")
      }
      try synchronize("discover")
      try synchronize()
      var expected: [String: String] = [:]
      for number in 0..<20 { (expected["a\(number)"], expected["b\(number)"]) = ("A \(number)", "B \(number)") }
      #expect(try cards(server) == expected)
      #expect(try cards(other) == expected)
      // A change and a deletion on each side.
      try put("b1", "B changed", server, to: try file(of: "b1", server))
      try put("a1", "A changed", other, to: try file(of: "a1", other))
      try delete("a2.vcf", server)
      try delete("b2.vcf", other)
      #expect(
        try eventually(seconds: 120) {
          let names = try sandbox.shell("cat \(book)/*.vcf").output
          return names.contains("FN:B changed") && !names.contains("FN:A 2\r")
        })
      try synchronize()
      (expected["a1"], expected["b1"], expected["a2"], expected["b2"]) = ("A changed", "B changed", nil, nil)
      #expect(try cards(server) == expected)
      #expect(try cards(other) == expected)
      #expect(try sandbox.run("pending", "--domain", "home").output == "")
    }
  }

  /// The name of the file that has a UID.
  private func file(of uid: String, _ server: AddressBookServer) throws -> String {
    let other = try server.provider()
    let book = try #require(try other.list().first?.value.identifier)
    let found = try other.everything(book).first { try other.contents($0).contains("\r\nUID:\(uid)\r\n") }
    return try #require(found).filename
  }
}
