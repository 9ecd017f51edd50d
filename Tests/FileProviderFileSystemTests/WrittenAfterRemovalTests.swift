import FileProviderStore
import Glibc
import Testing

@testable import FileProviderFileSystem

/// What a program writes to a document that the provider has removed since it was opened is kept: nothing told the program that it is writing to nowhere.
@Suite struct WrittenAfterRemovalTests {
  let stage: ProvidedStage

  init() throws { stage = try ProvidedStage() }

  private func open(_ id: ItemID, _ flags: Int32) throws -> HandleNumber {
    try stage.fixture.serving {
      try stage.fileSystem.open(stage.node(id), OpenMode(flags: flags), stage.fixture.context)
    }.handle
  }

  private func removeThere(_ id: ItemID) throws {
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      _ = try RescueEditor(transaction).removeProvided(id, limit: .max)
    }
    #expect(try stage.item(id) == nil)
  }

  private func rescued(_ name: String) throws -> String? {
    guard let folder = try stage.isIn(.root, "Rescued"), try stage.isIn(folder, name) != nil else { return nil }
    return try stage.fixture.contents("Rescued/\(name)")
  }

  @Test func `what is first written after the removal is rescued`() throws {
    let id = try stage.add("file")
    try stage.source.bring(id)
    let handle = try open(id, O_WRONLY)
    try removeThere(id)
    try stage.fixture.write("W", to: handle)
    try stage.fixture.close(handle)
    #expect(try rescued("file") == "Wrought")
  }

  /// Nothing is noted of an empty document that is emptied before the first write to it.
  @Test func `a document that was emptied again before the removal is rescued with what is written then`() throws {
    let id = try stage.add("file", size: 0)
    // The provider knows of it, as far as can be told here: nothing waits.
    try stage.write("", to: id, O_WRONLY | O_TRUNC)
    let handle = try open(id, O_WRONLY | O_TRUNC)
    try removeThere(id)
    try stage.fixture.write("written", to: handle)
    try stage.fixture.close(handle)
    #expect(try rescued("file") == "written")
  }

  /// The removal comes between the look at the document and its emptying.
  @Test func `a document that is emptied after the removal is rescued with what is written then`() throws {
    let id = try stage.add("file")
    try stage.source.bring(id)
    let handle = try open(id, O_WRONLY)
    try removeThere(id)
    let file = try stage.fileSystem.document(handle)
    try stage.fileSystem.empty(file, stage.fixture.context)
    try stage.fixture.write("new", to: handle)
    try stage.fixture.close(handle)
    #expect(try rescued("file") == "new")
  }

  @Test func `a synchronized write is there before the document is closed, and the next goes to the same one`() throws {
    let id = try stage.add("file")
    try stage.source.bring(id)
    let handle = try open(id, O_RDWR)
    try removeThere(id)
    try stage.fixture.write("first", to: handle)
    try stage.fileSystem.synchronize(handle, stage.fixture.context)
    #expect(try rescued("file") == "firstht")
    try stage.fixture.write("second", to: handle)
    try stage.fixture.close(handle)
    #expect(try rescued("file") == "secondt")
    let folder = try #require(try stage.isIn(.root, "Rescued"))
    var names = 0
    try stage.store.readCommitted { (reader) throws(StoreError) in
      try reader.forEachChild(of: folder, after: .none) { _, _ in
        names += 1
        return true
      }
    }
    #expect(names == 1)
  }

  @Test func `what a person deletes stays deleted`() throws {
    let id = try stage.add("file")
    try stage.source.bring(id)
    let handle = try open(id, O_RDWR)
    try stage.fixture.unlink("file")
    try stage.fixture.write("written", to: handle)
    try stage.fileSystem.synchronize(handle, stage.fixture.context)
    try stage.fixture.close(handle)
    #expect(try stage.isIn(.root, "Rescued") == nil)
  }

  /// It may have been looked at and thrown away before the program was done.
  @Test func `what was rescued and deleted does not come back`() throws {
    let id = try stage.add("file")
    try stage.source.bring(id)
    let handle = try open(id, O_RDWR)
    try removeThere(id)
    try stage.fixture.write("first", to: handle)
    try stage.fileSystem.flush(handle, stage.fixture.context)
    let folder = try #require(try stage.isIn(.root, "Rescued"))
    let copy = try #require(try stage.isIn(folder, "file"))
    try stage.store.change(author: "a person") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(copy)
    }
    try stage.fixture.write("second", to: handle)
    try stage.fixture.close(handle)
    #expect(try rescued("file") == nil)
  }
}
