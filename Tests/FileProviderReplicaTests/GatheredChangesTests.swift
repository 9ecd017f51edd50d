import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica
@testable import FileProviderStore

@Suite struct GatheredChangesTests {
  private static let threads = 6
  private static let changes = 20

  @Test
  func `changes that come at the same time are made together, each once`() async throws {
    let stage = try Stage()
    let outcomes = await stage.run { _ in true }
    #expect(outcomes.failures == 0)
    #expect(try stage.names() == stage.allNames)
    #expect(outcomes.transactions < Self.threads * Self.changes)
  }

  @Test
  func `a change that fails is undone by itself, and none that was made with it`() async throws {
    let stage = try Stage()
    // All changes of one thread fail, after they have written something.
    let outcomes = await stage.run { $0 != 3 }
    #expect(outcomes.failures == Self.changes)
    #expect(try stage.names() == stage.allNames.filter { !$0.hasPrefix("3-") })
  }

  private final class Stage: Sendable {
    private let place: TestDirectory
    private let store: ItemStore
    private let gathered = GatheredChanges(mostWeight: 4)

    init() throws {
      place = try TestDirectory("gathered")
      store = try ItemStore(directory: place.url)
    }

    var allNames: [String] {
      (0..<threads).flatMap { thread in (0..<changes).map { "\(thread)-\($0)" } }.sorted()
    }

    /// Has each thread make its items, one after the other.
    func run(_ succeeds: @escaping @Sendable (Int) -> Bool) async -> (failures: Int, transactions: Int) {
      let counts = Mutex((failures: 0, transactions: 0, running: threads))
      for thread in 0..<threads {
        NativeThread.start(name: "changes") { [self] in
          for number in 0..<changes {
            do {
              try make("\(thread)-\(number)", succeeds(thread)) { counts.withLock { $0.transactions += 1 } }
            } catch { counts.withLock { $0.failures += 1 } }
          }
          counts.withLock { $0.running -= 1 }
        }
      }
      _ = try? await eventually { counts.withLock { $0.running == 0 } }
      return counts.withLock { ($0.failures, $0.transactions) }
    }

    private func make(_ name: String, _ succeeds: Bool, _ note: () -> Void) throws(StoreError) {
      try withoutActuallyEscaping(note) { (note) throws(StoreError) in
        try gathered.make(
          weight: 1,
          in: { (body) throws(StoreError) in
            note()
            try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
              try body(transaction)
              // The clock itself is meant: others come meanwhile.
              usleep(1_000)
            }
          },
          { (transaction) throws(StoreError) in
            try TreeEditor(transaction).create(
              NewItem(parent: .root, name: FileName(unchecked: name), kind: .file, mode: 0o644, owner: 0, group: 0))
            if !succeeds { throw StoreError(.notPermitted, "refused") }
          })
      }
    }

    func names() throws -> [String] {
      var names: [String] = []
      try store.readCommitted { (reader) throws(StoreError) in
        try reader.forEachChild(of: .root, after: .none) { _, name in
          names.append(String(decoding: name, as: UTF8.self))
          return true
        }
      }
      return names.sorted()
    }
  }
}
