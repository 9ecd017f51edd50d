import Contacts
import FileProviderSQLite
import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

/// The index of cards beside the store.
@Suite struct ContactIndexTests {
  private let names = [CNContactGivenNameKey as CNKeyDescriptor, CNContactFamilyNameKey as CNKeyDescriptor]

  private func index(_ store: BookStore) -> URL { store.domain.directory.appendingPathComponent("contacts.sqlite") }

  private func given(_ store: BookStore, _ keys: [CNKeyDescriptor]? = nil) throws -> [String] {
    var found: [String] = []
    try store.contacts.enumerateContacts(with: CNContactFetchRequest(keysToFetch: keys ?? names)) { contact, _ in
      found.append(contact.givenName)
    }
    return found
  }

  private func found(_ store: BookStore, _ name: String) throws -> [String] {
    let predicate = CNContact.predicateForContacts(matchingName: name)
    return try store.contacts.unifiedContacts(matching: predicate, keysToFetch: names).map(\.givenName)
  }

  private func rows(_ store: BookStore) throws -> Int64? {
    try Connection(index(store), .reading).integer("SELECT count(*) FROM cards")
  }

  /// Cards whose contents are gone are found by what the index has of them, and by nothing else.
  @Test func `names are fetched and searched without a card`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    for name in ["Anna", "Bert"] { try store.person(name, "Baker", in: home, "TEL:1234567", "NOTE:n") }
    #expect(try given(store) == ["Anna", "Bert"])
    for name in ["Anna", "Bert"] { try store.loseContents(of: "\(name) Baker.vcf", in: home) }
    #expect(try given(store) == ["Anna", "Bert"])
    #expect(try found(store, "ann bak") == ["Anna"])
    #expect(try given(store, names + [CNContactNoteKey as CNKeyDescriptor]) == [])
    let request = CNChangeHistoryFetchRequest()
    request.additionalContactKeyDescriptors = names
    let events = try store.contacts.enumerator(for: request).value.allObjects
    #expect(events.compactMap { ($0 as? CNChangeHistoryAddContactEvent)?.contact.givenName } == ["Anna", "Bert"])
    let phone = CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: "1234567"))
    #expect(try store.contacts.unifiedContacts(matching: phone, keysToFetch: names).count == 2)
  }

  /// A fetch that has to parse every card does not parse them once more for the index.
  @Test func `an index that is of no use for a fetch is not made`() throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: try store.book("Home"))
    #expect(try given(store, names + [CNContactNoteKey as CNKeyDescriptor]) == ["Anna"])
    #expect(!FileManager.default.fileExists(atPath: index(store).path))
    #expect(try given(store) == ["Anna"])
    #expect(FileManager.default.fileExists(atPath: index(store).path))
  }

  /// What another version has made, what is damaged, and what is of another store is made again.
  @Test func `an index that is no use is made again`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home)
    #expect(try found(store, "anna") == ["Anna"])
    let other = try BookStore()
    try other.person("Eve", "Adams", in: try other.book("Home"))
    #expect(try found(other, "eve") == ["Eve"])
    let foreign = try Data(contentsOf: index(other))
    let changes: [() throws -> Void] = [
      { try Data(repeating: 7, count: 10_000).write(to: index(store)) },
      { try foreign.write(to: index(store)) },
      { try Connection(index(store), .writing).execute("PRAGMA user_version = 99") },
      { try Connection(index(store), .writing).execute("UPDATE progress SET anchor = 'x'") },
      { try FileManager.default.removeItem(at: index(store)) },
    ]
    for (number, change) in changes.enumerated() {
      try change()
      #expect(try found(store, "anna") == ["Anna"], "\(number)")
      // The next fetch is answered from it.
      #expect(try rows(store) == 1, "\(number)")
    }
  }

  /// A disk that is full or read-only, or something else in the place of the files.
  @Test(arguments: ["contacts.sqlite", "contacts.lock"]) func `where no index can be made the cards are read`(
    name: String
  ) throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: try store.book("Home"))
    let path = store.domain.directory.appendingPathComponent(name).path
    try #require(mkfifo(path, 0o600) == 0)
    #expect(try given(store) == ["Anna"])
    #expect(try found(store, "anna") == ["Anna"])
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  /// A fetch that comes upon damage parses the cards, and the next one makes the index again.
  @Test func `damage that is found while reading is mended`() throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    let store = try BookStore()
    let home = try store.book("Home")
    let names = (0..<300).map { "Anna\($0)" }
    try store.people(names, "Baker", in: home)
    #expect(try given(store) == names)
    for round in 0..<12 {
      let pages = try FileManager.default.attributesOfItem(atPath: index(store).path)[.size] as? Int ?? 0
      let file = try FileHandle(forWritingTo: index(store))
      try file.seek(toOffset: UInt64(4096 * random.below(max(1, pages / 4096))))
      try file.write(contentsOf: Data(random.bytes(4096)))
      try file.close()
      for fetch in 0..<2 {
        #expect(try given(store) == names, "round \(round), fetch \(fetch), SEED=\(seed)")
        #expect(try found(store, "anna299 bak") == ["Anna299"], "round \(round), fetch \(fetch), SEED=\(seed)")
      }
      #expect(try rows(store) == 300, "round \(round), SEED=\(seed)")
    }
  }

  /// SQLite reports a table that is not there as a mistake in the SQL.
  @Test(arguments: ["cards", "words", "progress"]) func `an index without one of its tables is made again`(
    table: String
  ) throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: try store.book("Home"))
    #expect(try found(store, "anna") == ["Anna"])
    try Connection(index(store), .writing).execute("DROP TABLE \(table)")
    for _ in 0..<2 { #expect(try found(store, "anna") == ["Anna"]) }
    #expect(try rows(store) == 1)
  }

  @Test func `a long listing goes on with each fetch`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = (0..<2100).map { "Anna\($0)" }
    let first = try store.people(names, "Baker", in: home)[0]
    try ContactIndexing.$longestFeeding.withValue(0) {
      #expect(try given(store) == names)
      let count = try #require(try rows(store))
      #expect(count > 1000 && count < 2100)
      // What is listed already counts.
      try store.loseContents(of: first)
      #expect(try given(store) == names)
      #expect(try rows(store) == 2100)
      #expect(try found(store, "anna2099") == ["Anna2099"])
    }
  }

  /// The names of contacts are as private as their cards.
  @Test func `nobody else reads the index`() throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: try store.book("Home"))
    #expect(try given(store) == ["Anna"])
    // The log is there as long as a connection is.
    let connection = try Connection(index(store), .reading)
    #expect(try connection.integer("SELECT count(*) FROM cards") == 1)
    for name in ["contacts.sqlite", "contacts.sqlite-wal", "contacts.lock"] {
      var status = stat()
      let path = store.domain.directory.appendingPathComponent(name).path
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  /// Another process changes the store as long as it likes.
  @Test func `feeding does not wait for a change of the store`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home)
    var found: [String] = []
    var failure: (any Error)?
    try store.domain.change { (_) throws(StoreError) in
      do { found = try self.found(store, "anna") } catch { failure = error }
    }
    if let failure { throw failure }
    #expect(found == ["Anna"])
    #expect(FileManager.default.fileExists(atPath: index(store).path))
  }

  @Test func `several threads feed the index in turns`() async throws {
    let store = try BookStore()
    let home = try store.book("Home")
    for number in 0..<200 { try store.person("Anna\(number)", "Baker", in: home) }
    let expected = (0..<200).map { "Anna\($0)" }
    let directory = store.domain.directory
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask {
          let predicate = CNContact.predicateForContacts(matchingName: "baker")
          return try CNContactStore(domains: [directory]).unifiedContacts(
            matching: predicate, keysToFetch: [CNContactGivenNameKey]
          ).map(\.givenName)
        }
      }
      for try await found in group { #expect(found == expected) }
    }
    #expect(try rows(store) == 200)
  }

  /// Another process puts a card into the index, and takes it out again, again and again.
  @Test func `a search finds a card whose row becomes known meanwhile`() async throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: try store.book("Home"))
    #expect(try found(store, "anna") == ["Anna"])
    // The searches themselves do not feed the index.
    let lock = try FileHandle(forUpdating: store.domain.directory.appendingPathComponent("contacts.lock"))
    try #require(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    let url = index(store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let connection = try Connection(url, .writing)
        let content = try #require(try connection.integer("SELECT content FROM cards"))
        while !Task.isCancelled {
          try connection.transaction { () throws(StoreError) in
            try connection.execute("INSERT INTO words(words, rowid, text) SELECT 'delete', id, words FROM texts")
            try connection.execute("UPDATE cards SET content = NULL")
          }
          try connection.transaction { () throws(StoreError) in
            try connection.execute("INSERT INTO words(rowid, text) SELECT id, words FROM texts")
            try connection.execute("UPDATE cards SET content = \(content)")
          }
        }
      }
      for _ in 0..<500 { #expect(try found(store, "anna") == ["Anna"]) }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// Contents that are downloaded leave no row in the log, by which the index would know of them.
  /// Its row is read after the words were looked up, and has the new name.
  @Test func `a contact that gets another name during a search is not found by its old one`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let items = try store.people((0..<300).map { "P\($0)" }, "Baker", in: home)
    let last = try #require(items.last)
    let keys: [any CNKeyDescriptor] = [CNContactGivenNameKey]
    func count(_ name: String) throws -> Int {
      let predicate = CNContact.predicateForContacts(matchingName: name)
      return try store.contacts.unifiedContacts(matching: predicate, keysToFetch: keys).count
    }
    #expect(try count("baker") == 300)
    let request = CNContactFetchRequest(keysToFetch: keys)
    request.predicate = CNContact.predicateForContacts(matchingName: "baker")
    var found: [String] = []
    var problem: (any Error)?
    try store.contacts.enumerateContacts(with: request) { contact, _ in
      found.append(contact.givenName)
      guard found.count == 1 else { return }
      do {
        try store.save(CardTexts.card(lines: ["N:Able;P299;;;", "FN:P299 Able"]).written, to: last)
        #expect(try count("able") == 1)
      } catch { problem = error }
    }
    #expect(problem == nil && found.count == 299 && !found.contains("P299"), "\(found.suffix(2))")
  }

  @Test func `contacts that are downloaded are found`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let anna = try store.person("Anna", "Baker", in: home)
    let card = try CardTexts.card(lines: ["N:Baker;Anna;;;", "FN:x"]).written
    try store.domain.change { (transaction) throws(StoreError) in
      try transaction.setContents(nil, size: 9, dataless: true, of: anna)
    }
    #expect(try found(store, "anna") == [])
    let contents = try store.contents(card)
    try store.domain.change { (transaction) throws(StoreError) in
      try transaction.setContents(contents.key, size: contents.size, of: anna, logged: false)
    }
    #expect(try found(store, "anna") == ["Anna"])
    // From then on the index knows it.
    try store.loseContents(of: "Anna Baker.vcf", in: home)
    #expect(try found(store, "anna") == ["Anna"])
    try store.domain.change { (transaction) throws(StoreError) in
      try transaction.setContents(nil, size: 9, dataless: true, of: anna, logged: false)
    }
    #expect(try found(store, "anna") == [])
  }

  /// A word of one letter is in more names than are looked at one by one.
  @Test func `a search finds what is not narrowed by the index`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    for name in ["Anna", "Bert"] { try store.person(name, "Baker", in: home, "EMAIL:\(name)@x.org") }
    var found: [String] = []
    for terms in [["a"], ["b", "@x"], ["ert@"], ["ber"]] {
      _ = try store.contacts.forEachContact(matching: ContactQuery(terms), keys: ContactQuery.keys) {
        found.append($0.givenName)
      }
      found.append("|")
    }
    #expect(found == ["Anna", "|", "Anna", "Bert", "|", "Bert", "|", "Bert", "|"])
  }
}
