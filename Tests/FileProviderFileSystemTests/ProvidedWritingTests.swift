import FileProvider
import FileProviderStore
import Glibc
import Synchronization
import Testing

@testable import FileProviderFileSystem

/// Changes of what is not here: contents come first where they are needed, and a folder is listed before its names change.
@Suite struct ProvidedWritingTests {
  let stage: ProvidedStage

  init() throws { stage = try ProvidedStage() }

  /// Who opens a document to change a part of it gets its contents first.
  @Test func `a part is written`() throws {
    let id = try stage.add("file")
    try stage.write("X", to: id, O_WRONLY)
    #expect(try stage.fixture.contents("file") == "Xrought")
    #expect(stage.source.asked == [.contents(id)])
  }

  /// `O_TRUNC` needs no contents, and leaves a document that is all here, as one change that readers of the log are told.
  @Test func `emptying needs no contents`() throws {
    let id = try stage.add("file")
    let before = try stage.fixture.committed.generation()
    try stage.write("", to: id, O_WRONLY | O_TRUNC)
    let item = try #require(try stage.item(id))
    #expect(!item.flags.contains(.dataless) && item.size == 0)
    #expect(try stage.fixture.contents("file") == "")
    #expect(stage.source.asked.isEmpty)
    #expect(try stage.fixture.log(after: before).map(\.fields) == [.contents])
    try stage.write("new", to: id, O_WRONLY | O_TRUNC)
    #expect(try stage.fixture.contents("file") == "new")
  }

  @Test func `truncate(2) to nothing needs none, either, and to anything else it does`() throws {
    let (first, second) = (try stage.add("first"), try stage.add("second"))
    func truncate(_ id: ItemID, to size: Int64) throws {
      var request = AttributeRequest()
      request.size = size
      let asked = request
      _ = try stage.fixture.serving {
        try stage.fileSystem.setAttributes(of: stage.node(id), handle: nil, asked, stage.fixture.context)
      }
    }
    try truncate(first, to: 0)
    #expect(stage.source.asked.isEmpty)
    try truncate(second, to: 3)
    #expect(try stage.fixture.contents("first") == "")
    #expect(try stage.fixture.contents("second") == "bro")
    #expect(stage.source.asked == [.contents(second)])
  }

  /// Contents that come when somebody has given the document others are not taken.
  @Test func `contents that come too late`() throws {
    let id = try stage.add("file")
    try stage.write("mine", to: id, O_WRONLY | O_TRUNC)
    try stage.source.bring(id)
    #expect(try stage.fixture.contents("file") == "mine")
  }

  /// A name is made only in a folder that is listed, since the provider may have it.
  @Test func `names are made in listed folders`() throws {
    let folder = try stage.add("folder", .folder)
    stage.source.state.withLock { $0.names[folder] = ["taken"] }
    let parent = stage.node(folder)
    func make(_ kind: ItemKind, _ name: String) throws {
      _ = try stage.fixture.serving {
        try stage.fixture.bytes(name) {
          try stage.fileSystem.make(kind, $0, in: parent, mode: 0o644, stage.fixture.context)
        }
      }
    }
    #expect(failure { try make(.folder, "taken") } == .alreadyExists)
    #expect(stage.source.asked == [.listing(folder)])
    try make(.folder, "free")
    #expect(try stage.isIn(folder, "free") != nil)
  }

  /// Before a folder is known nothing is made in it, and the program gets the provider's error.
  @Test func `a listing that fails`() throws {
    let folder = try stage.add("folder", .folder)
    stage.source.state.withLock { $0.failure = .serverUnreachable }
    let made = failure {
      _ = try stage.fixture.serving {
        try stage.fixture.bytes("new") {
          try stage.fileSystem.create(
            $0, in: stage.node(folder), mode: 0o644, OpenMode(flags: O_RDWR), stage.fixture.context)
        }
      }
    }
    #expect(made?.rawValue == EHOSTUNREACH)
    #expect(try stage.isIn(folder, "new") == nil)
    #expect(stage.fileSystem.openFileCount == 0)
  }

  /// A folder that nobody has looked into is not taken for an empty one, neither by `rmdir` nor by a rename over it.
  @Test func `an unlisted folder is not empty`() throws {
    let folder = try stage.add("folder", .folder)
    let empty = try stage.add("empty", .folder)
    stage.source.state.withLock { $0.names[folder] = ["child"] }
    func remove(_ name: String) throws { try stage.fixture.serving { try stage.fixture.removeFolder(name) } }
    #expect(failure { try remove("folder") }?.rawValue == ENOTEMPTY)
    #expect(try stage.isIn(folder, "child") != nil)
    try stage.fixture.makeFolder("other")
    #expect(failure { try stage.fixture.rename("other", to: "folder") }?.rawValue == ENOTEMPTY)
    try remove("empty")
    #expect(try stage.item(empty) == nil)
    #expect(stage.source.asked == [.listing(folder), .listing(empty)])
  }

  /// The same holds where deleting trashes: what is in a folder is to be known, though the folder would come back whole.
  @Test func `an unlisted folder is not trashed by removing`() throws {
    let stage = try ProvidedStage { $0.removesToTrash = true }
    let folder = try stage.add("folder", .folder)
    stage.source.state.withLock { $0.names[folder] = ["child"] }
    #expect(failure { try stage.fixture.serving { try stage.fixture.removeFolder("folder") } }?.rawValue == ENOTEMPTY)
  }

  /// Renaming and deleting take no contents: documents and folders that are not here go where they are told to.
  @Test func `what is not here is moved and deleted`() throws {
    let folder = try stage.add("folder", .folder)
    let file = try stage.add("file")
    try stage.add("gone")
    try stage.fixture.rename("folder", to: "moved")
    try stage.fixture.rename("file", to: "renamed")
    try stage.fixture.unlink("gone")
    #expect(try stage.isIn(.root, "moved") == folder && stage.isIn(.root, "renamed") == file)
    #expect(try stage.isIn(.root, "gone") == nil)
    #expect(stage.source.asked.isEmpty)
    #expect(try stage.item(folder)?.flags.contains(.unlisted) == true)
  }

  /// A rename into a folder that is not listed lists it first: the name may be taken there.
  @Test func `a rename into an unlisted folder`() throws {
    let folder = try stage.add("folder", .folder)
    stage.source.state.withLock { $0.names[folder] = ["name"] }
    let file = try stage.add("file")
    let failed = failure {
      try stage.fixture.serving {
        try stage.fixture.move("file", in: .root, to: "name", in: stage.node(folder), .failing)
      }
    }
    #expect(failed == .alreadyExists)
    #expect(try stage.isIn(.root, "file") == file)
    try stage.fixture.move("file", in: .root, to: "name", in: stage.node(folder), .replacing)
    #expect(try stage.isIn(folder, "name") == file)
  }

  /// Mode, times and attributes of a document are changed without its contents.
  @Test func `attributes need no contents`() throws {
    let id = try stage.add("file")
    var request = AttributeRequest()
    request.mode = 0o600
    _ = try stage.fileSystem.setAttributes(of: stage.node(id), handle: nil, request, stage.fixture.context)
    try stage.fileSystem.setExtendedAttribute("user.a", to: [1], .any, of: stage.node(id), stage.fixture.context)
    let item = try #require(try stage.item(id))
    #expect(item.mode == 0o600 && item.flags.contains([.dataless, .attributed]))
    #expect(stage.source.asked.isEmpty)
  }

  /// Nobody takes a document that is not here for a hole.
  @Test func `a document that is not here has a block`() throws {
    let (file, empty) = (try stage.add("file", size: 1 << 40), try stage.add("empty", size: 0))
    #expect(try stage.fileSystem.attributes(of: stage.node(file), stage.fixture.context).blocks == 1)
    #expect(try stage.fileSystem.attributes(of: stage.node(empty), stage.fixture.context).blocks == 0)
  }

  /// Who writes to a document that was opened before its contents changed at the provider writes to those that it has now.
  @Test func `a write goes to the contents of now`() throws {
    let id = try stage.add("file")
    let opened = try stage.fixture.serving {
      try stage.fileSystem.open(stage.node(id), OpenMode(flags: O_RDWR), stage.fixture.context)
    }
    stage.source.state.withLock { $0.texts[id] = "another" }
    try stage.store.change(author: "remote") { (transaction) throws(StoreError) in
      try transaction.setContents(nil, size: 7, dataless: true, of: id)
    }
    try stage.fixture.serving { try stage.fixture.write("X", to: opened.handle, at: 0) }
    try stage.fixture.close(opened.handle)
    #expect(try stage.fixture.contents("file") == "Xnother")
  }

  /// The same for one that was empty when it was opened, and so had no contents that could have changed.
  @Test func `a write to what was empty`() throws {
    let id = try stage.add("file", size: 0)
    try stage.write("", to: id, O_WRONLY | O_TRUNC)
    let opened = try stage.fileSystem.open(stage.node(id), OpenMode(flags: O_RDWR), stage.fixture.context)
    try stage.store.change(author: "remote") { (transaction) throws(StoreError) in
      try transaction.setContents(nil, size: 7, dataless: true, of: id)
    }
    try stage.fixture.serving { try stage.fixture.write("X", to: opened.handle, at: 0) }
    try stage.fixture.close(opened.handle)
    #expect(try stage.fixture.contents("file") == "Xrought")
    #expect(try stage.item(id)?.flags.contains(.dataless) == false)
  }
}
