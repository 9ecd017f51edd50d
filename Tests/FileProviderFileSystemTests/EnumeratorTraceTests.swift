import FileProviderStore
import Synchronization
import Testing

@testable import FileProviderFileSystem

@Suite struct EnumeratorTraceTests {
  /// Enumerators are asked for changes only if a program reads the trace. They then tell each change once, from the opening of their directory on.
  @Test func `changes are asked for where they are traced`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    let parent = try #require(folder.item)
    let follower = try ChangeFollower(fixture.fileSystem, fixture.following)
    let (handle, _) = try fixture.fileSystem.openDirectory(folder, fixture.context)
    defer { fixture.fileSystem.releaseDirectory(handle) }
    func addAndFollow(_ name: String) throws {
      try fixture.store.change(author: "other") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).create(
          NewItem(parent: parent, name: try FileName(name), kind: .file, mode: 0o644, owner: 0, group: 0))
      }
      try follower.advance(fixture.following) { _ in }
      fixture.fileSystem.traceChangesOfEnumerators()
    }
    let told = Told()
    try addAndFollow("first")
    #expect(told.changes == [])
    fixture.store.traceEnumerators { told.note($0) }
    // Had it been asked before, nothing would be left of the first.
    try addAndFollow("second")
    #expect(told.changes == [2])
    try addAndFollow("third")
    #expect(told.changes == [2, 1])
  }
}

/// How many changes each call told.
private final class Told: Sendable {
  private let counts = Mutex<[Int]>([])

  var changes: [Int] { counts.withLock { $0 } }

  func note(_ event: EnumeratorTrace) {
    if case .changes(_, _, let count, _) = event { counts.withLock { $0.append(count) } }
  }
}
