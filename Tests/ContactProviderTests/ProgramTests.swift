import ContactProvider
import Foundation
import Glibc
import TestSupport
import Testing

/// An extension for iOS 18 as a program of its own: `ContactProviderFixture`.
@Suite struct ProgramTests {
  let sandbox: Sandbox
  private static let name = "ContactProviderFixture"

  init() throws { sandbox = try Sandbox() }

  private var variables: [String: String] { ["CONTACTS_SOURCE": sandbox.url("source").path] }
  private var store: URL { sandbox.url("data/fileprovider/\(Self.name)") }

  private func run(_ words: String...) throws -> ProcessResult {
    try sandbox.startProgram([Self.name] + words, variables).wait()
  }

  private func provide(at location: SourceLocation = #_sourceLocation) throws {
    let result = try run("contacts", "provide")
    #expect(result.status == 0 && result.error == "", "\(result)", sourceLocation: location)
  }

  private func names() throws -> [String] {
    var names: [String] = []
    let request = CNContactFetchRequest(keysToFetch: [CNContactFormatter.descriptorForRequiredKeys(for: .fullName)])
    try CNContactStore(domains: [store]).enumerateContacts(with: request) { contact, _ in
      names.append(CNContactFormatter.string(from: contact, style: .fullName) ?? "")
    }
    return names.sorted()
  }

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
    let program = try #require(Machine.built(Self.name))
    await #expect(processExitsWith: .success) {
      [
        data = sandbox.url("data").path as String, file = sandbox.url("source").path as String,
        program = program as String, later = later as Data
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
      do { _ = try ContactProviderManager(domainIdentifier: "other") } catch ContactProviderError.domainNotRegistered {}
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
      // One that takes long is ended.
      try await manager.reset()
      try await manager.disable()
      if try count() != 0 { exit(8) }
    }
    let result = try run("contacts", "provide")
    #expect(result.status == 69 && result.error.contains("the app has disabled its contacts"), "\(result)")
  }

  @Test func `an extension runs again and again until it is interrupted`() async throws {
    var source = ProviderSource(count: 3)
    try source.write(to: sandbox.url("source"))
    let process = try sandbox.startProgram([Self.name, "contacts", "provide", "--every", "1s"], variables)
    #expect(try await eventually { (try? names()) == source.names })
    try sandbox.write("", to: "source")
    #expect(process.waitForError { $0.contains("domain “\(Self.name)”: ") })
    source.change(["c0": nil])
    try source.write(to: sandbox.url("source"))
    #expect(try await eventually { try names() == source.names })
    process.signal(SIGTERM)
    #expect(process.wait().status == 0)
  }

  @Test func `invalidate ends an extension that enumerates`() async throws {
    var source = ProviderSource(count: 3)
    (source.pageSize, source.delay) = (1, 1_000_000_000)
    try source.write(to: sandbox.url("source"))
    let process = try sandbox.startProgram([Self.name, "contacts", "provide"], variables)
    let lock = store.appendingPathComponent("contact-provider.lock").path
    #expect(try await eventually { (try? FileLocks.ranges(of: process.pid, on: lock))?.first?.bytes == 0...0 })
    process.signal(SIGTERM)
    let result = process.wait()
    #expect(result.status == 1 && result.error.contains("the enumeration of contacts was ended"), "\(result)")
  }
}
