import SecretService
import TestSupport
import Testing

/// The service, against a real keyring.
@Suite(.enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"), .serialized)
struct SecretServiceTests {
  @discardableResult
  private func with<Value>(
    _ keyring: TestKeyring, isInteractive: Bool = false, _ body: (SecretService) throws -> Value
  ) throws -> Value {
    try SecretService.$address.withValue(keyring.address) { try body(SecretService(isInteractive: isInteractive)) }
  }

  @Test func `a stored secret is found by each of its attributes and read by another connection`() throws {
    let keyring = try TestKeyring()
    let secret: [UInt8] = [0, 255, 10] + Array("pässword".utf8)
    try with(keyring) { try $0.store(secret, label: "A label", attributes: ["user": "me", "server": "here"]) }
    try with(keyring) { service in
      for attributes in [["user": "me"], ["server": "here"], ["user": "me", "server": "here"]] {
        let item = try #require(try service.search(attributes).first)
        #expect(try service.secret(of: item) == secret)
        #expect(try service.label(of: item) == "A label")
        #expect(try service.attributes(of: item).filter { $0.key != "xdg:schema" } == ["user": "me", "server": "here"])
      }
      #expect(try service.search(["user": "you"]).isEmpty)
      #expect(try service.search(["user": "me", "server": "there"]).isEmpty)
    }
  }

  @Test func `a secret stored again takes the place of the first`() throws {
    try with(TestKeyring()) { service in
      try service.store([1], label: "first", attributes: ["a": "b"])
      try service.store([2], label: "second", attributes: ["a": "b"])
      let items = try service.search(["a": "b"])
      #expect(items.count == 1)
      #expect(try service.secret(of: items[0]) == [2])
      #expect(try service.label(of: items[0]) == "second")
    }
  }

  @Test func `two secrets with the same attributes stay two when neither is to be replaced`() throws {
    try with(TestKeyring()) { service in
      try service.store([1], label: "first", attributes: ["a": "b"], replaces: false)
      try service.store([2], label: "second", attributes: ["a": "b"], replaces: false)
      let secrets = try service.search(["a": "b"]).map { try service.secret(of: $0) }
      #expect(Set(secrets) == [[1], [2]])
    }
  }

  @Test func `an item changes its secret, its label and its attributes`() throws {
    try with(TestKeyring()) { service in
      try service.store([1], label: "old", attributes: ["a": "b"])
      let item = try #require(try service.search(["a": "b"]).first)
      try service.setSecret([], of: item)
      try service.setLabel("new", of: item)
      try service.setAttributes(["a": "c"], of: item)
      #expect(try service.search(["a": "b"]).isEmpty)
      let changed = try #require(try service.search(["a": "c"]).first)
      #expect(try service.secret(of: changed) == [])
      #expect(try service.label(of: changed) == "new")
    }
  }

  @Test func `a deleted item is found no more`() throws {
    try with(TestKeyring()) { service in
      try service.store([1], label: "l", attributes: ["a": "b"])
      for item in try service.search(["a": "b"]) { try service.delete(item) }
      #expect(try service.search(["a": "b"]).isEmpty)
    }
  }

  @Test func `a locked keyring finds its items, and tells nothing while nobody is to be asked`() throws {
    let keyring = try TestKeyring()
    try with(keyring) { try $0.store([1], label: "l", attributes: ["a": "b"]) }
    try keyring.lock()
    try with(keyring) { service in
      let item = try #require(try service.search(["a": "b"]).first)
      #expect(item.isLocked)
      #expect(throws: SecretServiceError.locked) { try service.secret(of: item) }
      #expect(throws: SecretServiceError.locked) { try service.delete(item) }
      #expect(throws: SecretServiceError.locked) { try service.store([2], label: "m", attributes: ["c": "d"]) }
      #expect(try service.search(["a": "b"]).count == 1)
    }
  }

  @Test func `a question that nobody can answer is told as dismissed`() throws {
    let keyring = try TestKeyring()
    try with(keyring) { try $0.store([1], label: "l", attributes: ["a": "b"]) }
    try keyring.lock()
    try with(keyring, isInteractive: true) { service in
      let item = try #require(try service.search(["a": "b"]).first)
      #expect(throws: SecretServiceError.dismissed) { try service.secret(of: item) }
    }
  }

  @Test func `a bus without the service is told apart from no bus`() throws {
    let bus = try TestKeyring(isServed: false)
    #expect(throws: SecretServiceError.noService) { try with(bus) { _ in } }
    #expect {
      try SecretService.$address.withValue("unix:path=/nonexistent/bus") { _ = try SecretService(isInteractive: false) }
    } throws: { error in
      if case SecretServiceError.noBus = error { true } else { false }
    }
  }

  @Test func `a text with a byte of zero is refused, not cut`() throws {
    try with(TestKeyring()) { service in
      #expect(throws: SecretServiceError.unspeakable) {
        try service.store([1], label: "l", attributes: ["a": "b\0c"])
      }
      #expect(throws: SecretServiceError.unspeakable) { try service.search(["a\0": "b"]) }
      let items = try service.search(["a": "b"])
      #expect(items.isEmpty)
    }
  }
}
