import FileProvider
import FileProviderStore
import Glibc
import Testing

@testable import FileProviderFileSystem

/// What a provider does not allow is refused before anything is changed, with the number that the page “Semantics” has for it.
@Suite struct CapabilityTests {
  let stage: ProvidedStage

  init() throws { stage = try ProvidedStage() }

  private func without(_ capability: NSFileProviderItemCapabilities) -> NSFileProviderItemCapabilities {
    NSFileProviderItemCapabilities.everything.subtracting(capability)
  }

  private func list(_ folder: ItemID) throws { try stage.source.list(folder) }

  @Test func `nothing is put into a folder that the provider lets nothing be added to: neither made nor moved`() throws
  {
    let folder = try stage.add("folder", .folder, without(.allowsAddingSubItems))
    try list(folder)
    let file = try stage.add("file")
    let parent = stage.node(folder)
    #expect(failure { _ = try stage.fixture.create("new", in: parent) } == .accessDenied)
    #expect(failure { try stage.fixture.makeFolder("new", in: parent) } == .accessDenied)
    #expect(failure { try stage.fixture.move("file", in: .root, to: "file", in: parent) } == .accessDenied)
    #expect(try stage.isIn(folder, "new") == nil && stage.isIn(.root, "file") == file)
  }

  @Test func `deleting`() throws {
    let file = try stage.add("file", .file, without(.allowsDeleting))
    let folder = try stage.add("folder", .folder, without(.allowsDeleting))
    try list(folder)
    try stage.fixture.makeFile("new", "text")
    #expect(failure { try stage.fixture.unlink("file") } == .notPermitted)
    #expect(failure { try stage.fixture.removeFolder("folder") } == .notPermitted)
    #expect(try stage.item(file) != nil && stage.item(folder) != nil)
  }

  /// What takes another document's place is new contents of that one, if the provider does not know it; else that one is deleted.
  @Test func `replacing`() throws {
    let kept = try stage.add("kept", .file, without(.allowsDeleting))
    let fixed = try stage.add("fixed", .file, without(.allowsWriting))
    let other = try stage.add("other")
    try stage.fixture.makeFile("new", "text")
    #expect(failure { try stage.fixture.rename("other", to: "kept") } == .notPermitted)
    #expect(failure { try stage.fixture.rename("new", to: "fixed") } == .accessDenied)
    #expect(try stage.isIn(.root, "kept") == kept && stage.isIn(.root, "fixed") == fixed)
    try stage.fixture.rename("new", to: "kept")
    try stage.fixture.rename("other", to: "fixed")
    #expect(try stage.isIn(.root, "fixed") == other && stage.item(kept) == nil)
  }

  @Test func `renaming`() throws {
    let id = try stage.add("file", .file, without(.allowsRenaming))
    try stage.fixture.makeFile("local", "text")
    #expect(failure { try stage.fixture.rename("file", to: "other") } == .notPermitted)
    #expect(failure { try stage.fixture.rename("local", to: "file", .exchanging) } == .notPermitted)
    let folder = try stage.fixture.makeFolder("folder")
    try stage.fixture.move("file", in: .root, to: "file", in: folder)
    #expect(try stage.item(id)?.parent == folder.item)
  }

  @Test func `reparenting`() throws {
    let id = try stage.add("file", .file, without(.allowsReparenting))
    let folder = try stage.fixture.makeFolder("folder")
    try stage.fixture.makeFile("local", "text", in: folder)
    #expect(failure { try stage.fixture.move("file", in: .root, to: "file", in: folder) } == .notPermitted)
    #expect(
      failure { try stage.fixture.move("local", in: folder, to: "file", in: .root, .exchanging) } == .notPermitted)
    try stage.fixture.rename("file", to: "other")
    #expect(try stage.isIn(.root, "other") == id)
  }

  @Test func `trashing`() throws {
    let stage = try ProvidedStage { $0.removesToTrash = true }
    let id = try stage.add("file", .file, without(.allowsTrashing))
    #expect(failure { try stage.fixture.unlink("file") } == .notPermitted)
    #expect(try stage.isIn(.root, "file") == id)
    let other = try stage.add("other")
    try stage.fixture.unlink("other")
    #expect(try stage.item(other)?.parent == .trash)
  }

  @Test func `contents and attributes stay, also for root, whom the mode does not stop`() throws {
    let id = try stage.add("file", .file, without(.allowsWriting))
    #expect(failure { try stage.write("X", to: id, O_WRONLY) } == .accessDenied)
    #expect(failure { try stage.write("", to: id, O_WRONLY | O_TRUNC) } == .accessDenied)
    var request = AttributeRequest()
    request.size = 0
    #expect(
      failure {
        _ = try stage.fileSystem.setAttributes(of: stage.node(id), handle: nil, request, stage.fixture.context)
      } == .accessDenied)
    #expect(
      failure {
        try stage.fileSystem.setExtendedAttribute("user.a", to: [1], .any, of: stage.node(id), stage.fixture.context)
      } == .accessDenied)
    #expect(try stage.fixture.contents("file") == "brought")
    // Also while somebody reads it.
    let opened = try stage.fileSystem.open(stage.node(id), OpenMode(flags: O_RDONLY), stage.fixture.context)
    #expect(failure { try stage.write("X", to: id, O_WRONLY) } == .accessDenied)
    try stage.fixture.close(opened.handle)
    // What this machine alone keeps of it may be changed.
    try stage.fileSystem.setExtendedAttribute(
      "user.xdg.tags", to: Array("red".utf8), .any, of: stage.node(id), stage.fixture.context)
  }

  /// What the provider does not know is the person's alone, and what it allows everything with is asked about nowhere.
  @Test func `everything else`() throws {
    let id = try stage.add("file")
    #expect(try stage.item(id)?.flags.contains(.restricted) == false)
    try stage.fixture.makeFile("local", "text")
    try stage.fixture.rename("local", to: "other")
    try stage.fixture.unlink("other")
  }

  @Test func `what a provider allows may change`() throws {
    func say(_ capabilities: NSFileProviderItemCapabilities) throws {
      var item = ProvidedItem(identifier: "one", parent: "root", filename: "file", kind: .file)
      item.capabilities = capabilities.rawValue
      let said = item
      try stage.store.change(author: "remote") { (transaction) throws(StoreError) in
        try ApplyingEditor(transaction).apply(said, in: .root)
      }
    }
    try say(without(.allowsRenaming))
    #expect(failure { try stage.fixture.rename("file", to: "other") } == .notPermitted)
    try say(.everything)
    try stage.fixture.rename("file", to: "other")
    #expect(try stage.isIn(.root, "other") != nil)
  }
}
