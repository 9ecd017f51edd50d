import FoundationExtras
import TestSupport
import Testing

/// An item is put where another one is, as on macOS.
@Suite struct ReplacementTests {
  let sandbox: Sandbox
  let place: URL
  let fresh: URL
  /// What a sandbox has of its own.
  let given: Set<String>

  init() throws {
    sandbox = try Sandbox()
    given = Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder))
    (place, fresh) = (sandbox.url("place"), sandbox.url("fresh"))
    try sandbox.write("new", to: "fresh")
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).filter { !given.contains($0) }.sorted()
    }
  }

  @Test func `an item is put where nothing is yet`() throws {
    #expect(try FileManager.default.replaceItemAt(place, withItemAt: fresh) == place)
    #expect(try String(contentsOf: place, encoding: .utf8) == "new")
    #expect(try !names.contains("fresh"))
    try sandbox.write("newer", to: "fresh")
    #expect(try FileManager.default.replaceItemAt(sandbox.url("other"), withItemAt: fresh, options: []) != nil)
    #expect(throws: CocoaError.self) { try FileManager.default.replaceItemAt(place, withItemAt: fresh) }
    #expect(try String(contentsOf: place, encoding: .utf8) == "new")
  }

  @Test func `an item takes the place of another one, of which a copy may be kept`() throws {
    try sandbox.write("old", to: "place")
    chmod(place.path, 0o640)
    try FileManager.default.replaceOrMoveItem(
      at: place, withItemAt: fresh, backupItemName: "kept", options: .withoutDeletingBackupItem)
    #expect(try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int == 0o640)
    #expect(try String(contentsOf: place, encoding: .utf8) == "new")
    #expect(try String(contentsOf: sandbox.url("kept"), encoding: .utf8) == "old")
    try sandbox.write("newer", to: "fresh")
    try FileManager.default.replaceItemAt(place, withItemAt: fresh, backupItemName: "during")
    #expect(try String(contentsOf: place, encoding: .utf8) == "newer")
    #expect(try names == ["kept", "place"])
  }

  @Test func `a folder takes the place of a folder, and of a file`() throws {
    for folder in ["place", "one", "two"] { try Sandbox.makeFolder(sandbox.folder + "/" + folder) }
    for file in ["place/old", "one/first", "two/second", "plain"] { try sandbox.write("", to: file) }
    try FileManager.default.replaceItemAt(place, withItemAt: sandbox.url("one"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["first"])
    try FileManager.default.replaceItemAt(sandbox.url("plain"), withItemAt: sandbox.url("two"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.url("plain").path) == ["second"])
    #expect(try names == ["fresh", "place", "plain"])
  }

  @Test(.enabled(if: access("/dev/shm", W_OK) == 0, "there is no /dev/shm"))
  func `an item of another file system takes the place`() throws {
    let other = URL(fileURLWithPath: "/dev/shm/replacement-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: other) }
    try sandbox.write("old", to: "place")
    try Data("from afar".utf8).write(to: other)
    try FileManager.default.replaceOrMoveItem(at: place, withItemAt: other)
    #expect(try String(contentsOf: place, encoding: .utf8) == "from afar")
    #expect(access(other.path, F_OK) == -1)
    #expect(try names == ["fresh", "place"])
  }

  @Test func `a name of the machine fits into what uname tells`() {
    var names = utsname()
    #expect(uname(&names) == 0)
    #expect(Int(_SYS_NAMELEN) == MemoryLayout.size(ofValue: names.nodename))
  }
}
