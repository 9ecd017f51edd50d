import ContactProvider
import Foundation
import Glibc
import TestSupport
import Testing

/// An extension for iOS 18 as a program of its own: `ContactProviderFixture`.
@Suite struct ProgramTests: ProviderProgram {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `an extension runs without a line for Linux, and has the commands`() throws {
    var source = ProviderSource(count: 500)
    try source.write(to: sandbox.url("source"))
    try provide()
    #expect(try names() == source.names)
    source.change(["c1": nil, "c2": "Bert Cook", "new": "Carl Dorn"])
    try source.write(to: sandbox.url("source"))
    try provide()
    #expect(try names() == source.names)
    // The generation of the anchor is gone.
    source.change(["c3": nil])
    source.oldest = source.generation
    try source.write(to: sandbox.url("source"))
    try provide()
    #expect(try names() == source.names)
    let list = try run("contacts", "list", "--domain", Self.name)
    #expect(list.lines.contains { $0.hasPrefix("Bert Cook ") && $0.hasSuffix(" c2") }, "\(list)")
    #expect(try run("ls").lines == [Self.name], "the container")
    #expect(try sandbox.run("contacts", "search", "cook").lines == ["Bert Cook  c2"])
    let editing = try sandbox.run("contacts", "edit", "Bert Cook", "--given-name", "Berta")
    #expect(editing.status == 1 && editing.error.contains("domain “\(Self.name)”: "), "\(editing)")
    #expect(try sandbox.run("contacts", "provide").status == 69, "another program has no extension")
    let check = try run("check")
    #expect(check.status == 0, "\(check)")
  }

  /// Every program of the user gets the contacts, and none can change them.
  @Test func `provided contacts are read-only for other programs`() async throws {
    try ProviderSource(count: 2).write(to: sandbox.url("source"))
    try provide()
    await #expect(processExitsWith: .success) { [data = sandbox.url("data").path as String] in
      setenv("XDG_DATA_HOME", data, 1)
      let contacts = CNContactStore()
      let keys = [CNContactGivenNameKey as CNKeyDescriptor]
      let found = try contacts.unifiedContacts(
        matching: CNContact.predicateForContacts(matchingName: "anna"), keysToFetch: keys)
      guard found.count == 2, let contact = found[0].mutableCopy() as? CNMutableContact else { exit(1) }
      contact.givenName = "Anne"
      let container = try contacts.containers(matching: nil).first?.identifier
      if contacts.defaultContainerIdentifier() == container { exit(2) }
      let changes: [(CNSaveRequest) -> Void] = [
        { $0.update(contact) }, { $0.delete(contact) },
        { $0.add(CNMutableContact(), toContainerWithIdentifier: container) },
      ]
      for (number, change) in changes.enumerated() {
        let request = CNSaveRequest()
        change(request)
        do { try contacts.execute(request) } catch let error as CNError {
          if error.code == (number == 2 ? .parentContainerNotWritable : .recordNotWritable) { continue }
        }
        exit(Int32(3 + number))
      }
    }
    #expect(try names() == ProviderSource(count: 2).names)
  }

  /// A provider refuses a link; the others are made.
  @Test func `a group of duplicates that cannot be linked is named`() throws {
    try ProviderSource(count: 1).write(to: sandbox.url("source"))
    try provide()
    for name in ["Anna Baker 0", "Bert", "Bert"] {
      let added = try sandbox.run("contacts", "add", "--given-name", name, "--phone", "0")
      #expect(added.status == 0, "\(added)")
    }
    let result = try sandbox.run("contacts", "duplicates", "--link")
    #expect(result.status == 1 && result.error.contains("“Anna Baker 0”: "), "\(result)")
    #expect(result.error.hasSuffix("contacts: 2 contacts are linked into 1\n"), "\(result)")
    #expect(try sandbox.run("contacts", "duplicates").lines.count == 2)
  }

  /// A provider that refuses leaves the user's own contacts as they are, whatever the order.
  @Test func `a link that a provider refuses is not made in part`() throws {
    try ProviderSource(count: 1).write(to: sandbox.url("source"))
    try provide()
    for name in ["Bert", "Carl"] { _ = try sandbox.run("contacts", "add", "--given-name", name) }
    for names in [["Anna Baker 0", "Bert", "Carl"], ["Bert", "Carl", "Anna Baker 0"]] {
      let result = try sandbox.run(["contacts", "link"] + names)
      #expect(result.status == 1 && result.error.contains("domain “\(Self.name)”: "), "\(result)")
      #expect(try sandbox.run("contacts", "list").lines.count == 3)
    }
    #expect(try !sandbox.run("contacts", "export").output.contains("LINK"))
  }

  /// What was written stays with the page that comes next, so no contact is missing or there twice.
  @Test func `an enumeration goes on after kill -9`() throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    var source = ProviderSource(count: 60)
    (source.pageSize, source.delay) = (2, 10_000)
    for _ in 0..<2 {
      try source.write(to: sandbox.url("source"))
      var ends = 0
      for _ in 0..<8 {
        let process = try sandbox.startProgram([Self.name, "contacts", "provide"], variables)
        usleep(UInt32(random.below(250_000)))
        process.signal(SIGKILL)
        if process.wait().status == 0 { ends += 1 }
      }
      #expect(try Set(names()).count == names().count, "SEED=\(seed)")
      try provide()
      #expect(try names() == source.names, "SEED=\(seed), \(ends) ended")
      let pass = try ProvidedBook(store, name: "", mostContacts: 1).progress().pass
      #expect(pass == 1, "SEED=\(seed)")
      source.change(Dictionary(uniqueKeysWithValues: (0..<40).map { ("c\($0)", "Bert Cook \($0)") }))
    }
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `a mount shows the contacts, and nobody can change them`() async throws {
    var source = ProviderSource(count: 3)
    try source.write(to: sandbox.url("source"))
    let mount = try run("mount", sandbox.mountpoint)
    try #require(mount.status == 0, "\(mount)")
    let folder = "mount/\(Self.name)"
    let file = sandbox.url("\(folder)/Anna Baker 0.vcf")
    // The mount has started the extension.
    #expect(try await eventually { FileManager.default.fileExists(atPath: file.path) })
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("\r\nUID:c0\r\n") && text.contains("\r\nN:Baker 0;Anna;;;\r\n"))
    for script in [
      "echo x > '\(file.path)'", "echo x >> '\(file.path)'", ": > $M/\(Self.name)/new.vcf", "rm '\(file.path)'",
      "mv '\(file.path)' $M/\(Self.name)/x.vcf", "mkdir $M/new", ": > $M/new.vcf", "rmdir $M/\(Self.name)",
      "mv $M/\(Self.name) $M/x", "mv '\(file.path)' $M/",
    ] {
      let result = try sandbox.shell(script)
      #expect(result.status != 0, "\(script)")
      #expect(
        ["Permission denied", "Operation not permitted", "Read-only file system", "not empty"].contains {
          result.error.contains($0)
        }, "\(script): \(result.error)")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    source.change(["c0": "Anne Baker", "c1": nil])
    try source.write(to: sandbox.url("source"))
    try provide()
    let isShown = try await eventually {
      try String(contentsOf: file, encoding: .utf8).contains("N:Baker;Anne;;;")
        && !FileManager.default.fileExists(atPath: sandbox.url("\(folder)/Anna Baker 1.vcf").path)
    }
    #expect(isShown, "the name of a file stays")
    try #require(run("unmount", sandbox.mountpoint).status == 0)
  }

  /// The app's side.
  @Test func `an app enables, signals, resets and disables its extension`() async throws {
    var source = ProviderSource(count: 3)
    try source.write(to: sandbox.url("source"))
    source.change(["c0": nil])
    let later = try JSONEncoder().encode(source)
    var slow = ProviderSource(count: 60)
    (slow.pageSize, slow.delay) = (1, 1_000_000)
    let endless = try JSONEncoder().encode(slow)
    let program = try #require(Machine.built(Self.name))
    await #expect(processExitsWith: .success) {
      [
        data = sandbox.url("data").path as String, file = sandbox.url("source").path as String,
        program = program as String, later = later as Data, endless = endless as Data, store = store as URL
      ] in
      setenv("XDG_DATA_HOME", data, 1)
      setenv("CONTACTS_SOURCE", file, 1)
      func count() throws -> Int {
        var count = 0
        try CNContactStore().enumerateContacts(with: CNContactFetchRequest(keysToFetch: [])) { _, _ in count += 1 }
        return count
      }
      func expect(_ expected: Int, _ status: Int32) async throws {
        if try await !eventually({ try count() == expected }) { exit(status) }
      }
      try ContactProviderManager.useExtension(URL(fileURLWithPath: program))
      do {
        _ = try ContactProviderManager(domainIdentifier: "other")
        exit(11)
      } catch ContactProviderError.domainNotRegistered {}
      let manager = try ContactProviderManager()
      if manager.isEnabled || manager.domain.identifier != DefaultContactProviderDomain.identifier { exit(1) }
      try await manager.signalEnumerator()
      try await manager.enable()
      if !manager.isEnabled { exit(2) }
      try await expect(3, 3)
      try later.write(to: URL(fileURLWithPath: file))
      try await manager.signalEnumerator(for: .rootContainer)
      try await expect(2, 4)
      try await manager.invalidate()
      try await manager.reset()
      try await expect(2, 5)
      try await manager.disable()
      if try manager.isEnabled || count() != 0 { exit(6) }
      try await manager.signalEnumerator()
      try await manager.enable()
      try await expect(2, 7)
      // One that has to be killed leaves nothing, either.
      try endless.write(to: URL(fileURLWithPath: file))
      try await manager.reset()
      if try await !eventually({ try count() > 0 }) { exit(8) }
      guard let runner = Self.runner(store) else { exit(9) }
      kill(runner, SIGSTOP)
      do {
        try await manager.disable()
        exit(10)
      } catch ContactProviderError.extensionInvalidateTimeout {}
      let left = try ProvidedBook(store, name: "", mostContacts: 1).progress().count
      if left != 0 || manager.isEnabled || Self.runner(store) != nil { exit(12) }
    }
    let result = try run("contacts", "provide")
    #expect(result.status == 69 && result.error.contains("the app has disabled its contacts"), "\(result)")
  }
}
