import Contacts
import FileProviderStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// `CNContactStoreDidChange`: tells a program that others have changed contacts.
///
/// One test at a time: they share the thread that posts, which one of them counts.
@Suite(.serialized) struct ContactStoreNotificationTests {
  /// Counts the notifications of a store.
  private final class Counter: @unchecked Sendable {
    // The count is behind a lock, and nothing else changes after the initializer.
    private let count = Mutex(0)
    private var token: (any NSObjectProtocol)?

    init(_ store: CNContactStore) {
      token = NotificationCenter.default.addObserver(forName: .CNContactStoreDidChange, object: store, queue: nil) {
        [weak self] _ in self?.count.withLock { $0 += 1 }
      }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }

    var posts: Int { count.withLock { $0 } }
  }

  private func add(_ name: String, to store: CNContactStore) throws {
    let contact = CNMutableContact()
    contact.givenName = name
    let request = CNSaveRequest()
    request.add(contact, toContainerWithIdentifier: nil)
    try store.execute(request)
  }

  /// Changes of its own are no news for a store. Many changes at once are few notifications.
  @Test func `changes by others are posted, together`() async throws {
    let book = try BookStore()
    let home = try book.book("Home")
    let store = CNContactStore(domains: [book.domain.directory], notifies: true)
    let counter = Counter(store)
    try add("Anna", to: store)
    try book.person("Bert", "Baker", in: home)
    #expect(try await eventually { counter.posts > 0 })
    let before = counter.posts
    for number in 0..<5 { try add("\(number)", to: store) }
    let other = CNContactStore(domains: [book.domain.directory], notifies: true)
    let all = Counter(other)
    for number in 0..<50 { try add("Carl \(number)", to: CNContactStore(domains: [book.domain.directory])) }
    #expect(try await eventually { counter.posts > before && all.posts > 0 })
    #expect(counter.posts < before + 50)
  }

  /// Nobody hears of what a store itself has saved, nor of what does not concern contacts.
  @Test func `its own changes are not posted`() async throws {
    let book = try BookStore()
    let item = try book.person("Bert", "Baker", in: try book.book("Home"))
    let store = CNContactStore(domains: [book.domain.directory], notifies: true)
    let other = CNContactStore(domains: [book.domain.directory], notifies: true)
    let (own, others) = (Counter(store), Counter(other))
    try book.domain.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: item) { $0.tags = Array("red".utf8) }
    }
    // Once the second one is posted to the other store, the first has been looked at for both. Tags are no change of a contact.
    for name in ["Anna", "Berta"] {
      let before = others.posts
      try add(name, to: store)
      #expect(try await eventually { others.posts > before })
    }
    #expect(own.posts == 0)
  }

  /// Also where it saves while the watcher looks at the store.
  @Test func `a save in the middle of a look counts as its own, and in the next look, too`() {
    let saves = OwnSaves()
    saves.begin(1)
    let first = saves.look {
      saves.begin(2)
      saves.end(2)
    }
    #expect(first.origins == [1, 2])
    #expect(saves.look {}.origins == [1, 2])
    #expect(saves.look {}.origins == [1])
    saves.end(1)
    #expect(saves.look {}.origins == [1])
    #expect(saves.look {}.origins == [])
  }

  /// As when the first contact of a user is added.
  @Test func `a domain that is made later is noticed`() async throws {
    let directory = try TestDirectory()
    let place = directory.url.appendingPathComponent("contacts")
    let store = CNContactStore(domains: [place], notifies: true)
    let counter = Counter(store)
    try add("Anna", to: CNContactStore(domains: [place]))
    #expect(try await eventually { counter.posts > 0 })
  }

  /// Programs make a store for each fetch.
  @Test func `many stores leave no thread and no descriptor`() async throws {
    let book = try BookStore()
    try book.book("Home")
    func files() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) ?? ""
        return target.contains("inotify") || target.hasPrefix(book.domain.directory.path)
      }
    }
    func threads() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count {
        (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "contact changes\n"
      }
    }
    #expect(try await eventually { try threads() == 0 })
    let before = try files()
    for _ in 0..<10_000 { _ = CNContactStore(domains: [book.domain.directory], notifies: true) }
    // One that ends may be there yet while the next one begins.
    #expect(try threads() <= 2)
    #expect(try await eventually { try threads() == 0 && files() <= before })
  }
}
