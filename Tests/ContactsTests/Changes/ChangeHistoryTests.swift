import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// What a client is told of the changes of contacts.
@Suite struct ChangeHistoryTests {
  private func card(_ name: String) throws -> String {
    try CardTexts.card(lines: ["N:;\(name);;;", "FN:\(name)"]).written
  }

  /// Without a token, and with one that is no use, everything is dropped and added: full and incremental runs are one code.
  @Test func `a first run drops everything and adds each contact`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home)
    try store.person("Bert", "Baker", in: home)
    try store.file("two.vcf", in: home, card("C") + card("D"))
    let other = try BookStore()
    let tokens = [nil, Data(), Data([1]), Data("not a token".utf8), other.contacts.currentHistoryToken]
    for token in tokens {
      let reader = HistoryReader(store.contacts)
      reader.request.startingToken = token
      #expect(try reader.run() == ["drop", "add Anna", "add Bert"])
      #expect(try reader.run() == [])
    }
    #expect(try HistoryReader(CNContactStore(domains: [])).run() == ["drop"])
  }

  @Test func `a run has what changed since its token`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let anna = try store.person("Anna", "Baker", in: home)
    let bert = try store.person("Bert", "Baker", in: home)
    let reader = HistoryReader(store.contacts)
    try reader.run()
    let token = try #require(store.contacts.currentHistoryToken)
    try store.save(card("Anne"), to: anna)
    try store.save(card("Annie"), to: anna)
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(bert) }
    try store.person("Carl", "Baker", in: home)
    let gone = try store.person("Dora", "Baker", in: home)
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(gone) }
    #expect(try reader.run() == ["update Annie", "delete Bert", "add Carl"])
    // A store's token is as good as that of a result, and lasts.
    let later = HistoryReader(CNContactStore(domains: [store.domain.directory]))
    later.request.startingToken = token
    #expect(try later.run() == ["update Annie", "add Carl"])
  }

  /// A client that ended before it kept its token is told of the end of what it was told.
  @Test func `a deletion is told to a client that lost its token`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let reader = HistoryReader(store.contacts)
    try reader.run()
    let anna = try store.person("Anna", "Baker", in: home)
    #expect(try reader.run(keepsToken: false) == ["add Anna"])
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(anna) }
    #expect(try reader.run() == ["delete Anna"])
  }

  /// The same of what was elsewhere both before and after.
  @Test func `a client that lost its token is told where contacts are`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let anna = try store.person("Anna", "Baker", in: home)
    let (shown, hidden) = (HistoryReader(store.contacts), HistoryReader(store.contacts))
    try shown.run()
    func move(_ item: ItemID, _ folder: ItemID, _ name: String) throws {
      let name = try FileName(name)
      try store.domain.change { (transaction) throws(StoreError) in
        try TreeEditor(transaction).move(item, to: folder, name: name)
      }
    }
    try move(anna, home, "anna.txt")
    try hidden.run()
    #expect(try shown.run(keepsToken: false) == ["delete Anna"])
    try move(anna, home, "anna.vcf")
    #expect(try shown.run() == ["update Anna"])
    #expect(try hidden.run(keepsToken: false) == ["add Anna"])
    try move(anna, home, "anna.txt")
    #expect(try hidden.run() == ["delete Anna"])
    try move(anna, home, "anna.vcf")
    #expect(try shown.run() == ["update Anna"])
    try move(home, .root, ".home")
    #expect(try shown.run(keepsToken: false) == ["drop"])
    try move(home, .root, "Home")
    #expect(try shown.run() == ["drop", "add Anna"])
  }

  /// A client keeps its token over an upgrade. The first version had no members of groups, the second had no links.
  @Test func `tokens of earlier versions are read`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let people = try ["Anna", "Bert"].map { try store.person($0, "Baker", in: home) }
    let reader = HistoryReader(store.contacts)
    for groups in [false, true] {
      reader.request.includeGroupChanges = groups
      reader.request.startingToken = nil
      try reader.run()
      let token = try #require(reader.request.startingToken)
      let earlier = [
        Data([1, 1]) + token.dropFirst(5).prefix(59), Data([2]) + token.dropFirst().dropLast(5), token,
      ]
      let names = people.map { "\(store.domain.store.uuid.uuidString):\($0)" }
      try store.contacts.link(names, author: "me")
      for (index, token) in earlier.enumerated() {
        let client = HistoryReader(store.contacts)
        client.request.includeGroupChanges = groups
        client.request.startingToken = token
        let events = groups && index == 0 ? ["drop", "add Anna"] : ["update Anna"]
        #expect(try client.run() == events, "version \(index + 1)")
        #expect(try client.run() == [])
        for damaged in [token.dropLast(), token + [0]] {
          client.request.startingToken = damaged
          #expect(try client.run() == ["drop", "add Anna"], "version \(index + 1)")
        }
      }
      #expect(try store.contacts.unlink(names[0], author: "me") == 2)
    }
  }

  /// What was linked before a token of an earlier version, or before one of a request for plain contacts, counts as linked since then.
  @Test func `a token without links leads to what is linked`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let people = try ["Anna", "Bert"].map { try store.person($0, "Baker", in: home) }
    try store.contacts.link(people.map { "\(store.domain.store.uuid.uuidString):\($0)" }, author: "me")
    let plain = HistoryReader(store.contacts)
    plain.request.shouldUnifyResults = false
    #expect(try plain.run() == ["drop", "add Anna", "add Bert"])
    let token = try #require(plain.request.startingToken)
    let earlier = Data([2]) + token.dropFirst().prefix(4 + 59 + 4)
    for (token, authors) in [(token, []), (earlier, []), (earlier, ["me"])] {
      let client = HistoryReader(store.contacts)
      client.request.excludedTransactionAuthors = authors
      client.request.startingToken = token
      #expect(try client.run() == ["update Anna"])
      #expect(try client.run() == [])
    }
  }

  @Test func `events have what the request asks for`() throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: store.book("Home"), "TEL:1")
    let container = try #require(try store.contacts.containers(matching: nil).first)
    let request = CNChangeHistoryFetchRequest()
    func added() throws -> CNChangeHistoryAddContactEvent? {
      try store.contacts.enumerator(for: request).value.allObjects.last as? CNChangeHistoryAddContactEvent
    }
    let plain = try #require(try added())
    #expect(plain.containerIdentifier == container.identifier)
    #expect(!(plain.contact is CNMutableContact) && !plain.contact.isKeyAvailable(CNContactGivenNameKey))
    request.additionalContactKeyDescriptors = [CNContactPhoneNumbersKey]
    request.mutableObjects = true
    let whole = try #require(try added())
    #expect(whole.contact is CNMutableContact && whole.contact.phoneNumbers.count == 1)
    #expect(whole.contact.identifier == plain.contact.identifier)
  }

  /// A change that was found is told, with the identifier alone, and what cannot be read beforehand counts as unchanged.
  @Test func `contacts that cannot be read are not lost`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    // The index has their names still.
    let contacts = CNContactStore(domains: [store.domain.directory], usesIndex: false)
    let reader = HistoryReader(contacts)
    try reader.run()
    try store.person("Anna", "Baker", in: home)
    reader.beforeEvents = { try store.loseContents(of: "Anna Baker.vcf", in: home) }
    #expect(try reader.run(keepsToken: false) == ["add ?"])
    reader.beforeEvents = nil
    try store.person("Bert", "Baker", in: home)
    #expect(try reader.run() == ["add Bert"])
    #expect(try HistoryReader(contacts).run() == ["drop", "add Bert"])
  }

  /// Whose changes are left out; what others did to the same contact is not.
  @Test func `authors are left out`() throws {
    let store = try BookStore()
    try store.book("Home")
    let reader = HistoryReader(store.contacts)
    reader.request.excludedTransactionAuthors = ["com.example.own"]
    try reader.run()
    func save(_ author: String, _ change: (CNSaveRequest) -> Void) throws {
      let request = CNSaveRequest()
      request.transactionAuthor = author
      change(request)
      try store.contacts.execute(request)
    }
    let (own, other) = (CNMutableContact(), CNMutableContact())
    (own.givenName, other.givenName) = ("Own", "Other")
    try save("com.example.own") { $0.add(own, toContainerWithIdentifier: nil) }
    try save("com.example.other") { $0.add(other, toContainerWithIdentifier: nil) }
    other.givenName = "Mine"
    try save("com.example.own") { $0.update(other) }
    #expect(try reader.run() == ["add Mine"])
    try save("com.example.own") { $0.delete(other) }
    #expect(try reader.run() == [])
  }

  /// A card that is moved away, hidden or broken is gone, and comes back.
  @Test func `files become contacts and cease to be`() throws {
    let store = try BookStore()
    let (home, work) = (try store.book("Home"), try store.book("Work"))
    let folder = try store.domain.create("folder", in: home, kind: .folder)
    let anna = try store.person("Anna", "Baker", in: home)
    let reader = HistoryReader(store.contacts)
    try reader.run()
    func move(_ folder: ItemID, _ name: String) throws {
      let name = try FileName(name)
      try store.domain.change { (transaction) throws(StoreError) in
        try TreeEditor(transaction).move(anna, to: folder, name: name)
      }
    }
    let places: [(ItemID, String, [String])] = [
      (home, "other.vcf", ["update Anna"]), (home, "other.txt", ["delete Anna"]), (home, "a.vcf", ["add Anna"]),
      (folder, "a.vcf", ["delete Anna"]), (work, "a.vcf", ["add Anna"]), (home, "a.vcf", ["update Anna"]),
      (home, ".a.vcf", ["delete Anna"]), (home, "a.vcf", ["add Anna"]),
    ]
    for (folder, name, expected) in places {
      try move(folder, name)
      #expect(try reader.run() == expected, "\(name)")
    }
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).trash(anna, user: 0) }
    #expect(try reader.run() == ["delete Anna"])
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).restore(anna) }
    #expect(try reader.run() == ["add Anna"])
    try store.save("broken", to: anna)
    #expect(try reader.run() == ["delete Anna"])
    try store.save(card("Anne"), to: anna)
    #expect(try reader.run() == ["update Anne"], "what was in it before is not known")
    try store.domain.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: anna) { $0.favoriteRank = 1 }
    }
    #expect(try reader.run() == [])
  }

  /// Its contacts have no change of their own.
  @Test func `a container that comes or goes drops everything`() throws {
    let store = try BookStore()
    let (home, work) = (try store.book("Home"), try store.book("Work"))
    try store.person("Anna", "Baker", in: home)
    try store.person("Bert", "Baker", in: work)
    let reader = HistoryReader(store.contacts)
    try reader.run()
    func move(_ folder: ItemID, _ name: String) throws {
      let name = try FileName(name)
      try store.domain.change { (transaction) throws(StoreError) in
        try TreeEditor(transaction).move(home, to: folder, name: name)
      }
    }
    for (folder, name, expected) in [
      (ItemID.root, "Friends", []), (.root, ".friends", ["drop", "add Bert"]),
      (.root, "Friends", ["drop", "add Anna", "add Bert"]), (work, "Friends", ["drop", "add Bert"]),
      (.root, "Friends", ["drop", "add Anna", "add Bert"]),
    ] {
      try move(folder, name)
      #expect(try reader.run() == expected)
    }
    let new = try store.book("New")
    try store.person("Carl", "Baker", in: new)
    try store.domain.change { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).deleteTree(work, in: .root, limit: 10)
    }
    #expect(try reader.run() == ["add Carl", "delete Bert"])
  }

  @Test func `domains come and go`() throws {
    let first = try BookStore()
    try first.person("Anna", "Baker", in: first.book("Home"))
    let one = HistoryReader(first.contacts)
    try one.run()
    let second = try BookStore()
    try second.person("Bert", "Baker", in: second.book("Home"))
    let both = HistoryReader(CNContactStore(domains: [first.domain.directory, second.domain.directory]))
    both.request.startingToken = one.request.startingToken
    #expect(try both.run() == ["add Bert"])
    #expect(try both.run() == [])
    let left = HistoryReader(second.contacts)
    left.request.startingToken = both.request.startingToken
    #expect(try left.run() == ["drop", "add Bert"])
  }

  /// Whatever happens, the history leads to what a listing has.
  @Test func `the history equals the book`() throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    let store = try BookStore()
    let home = try store.book("Home")
    let books = [home, try store.book("Work"), try store.domain.create("no book", in: home, kind: .folder)]
    let reader = HistoryReader(store.contacts)
    var files: [ItemID] = []
    for step in 0..<150 {
      let (kind, book) = (random.below(10), random.pick(books))
      let name = try FileName("\(step).\(random.oneIn(5) ? "txt" : "vcf")")
      let file = files.isEmpty ? nil : random.pick(files)
      switch (kind, file) {
      case (0..<4, _), (_, nil): files.append(try store.file(name.description, in: book, card("N\(step)")))
      case (4..<6, let file?): try? store.save(random.oneIn(3) ? "broken" : card("S\(step)"), to: file)
      case (6..<8, let file?):
        try? store.domain.change { (transaction) throws(StoreError) in
          try TreeEditor(transaction).move(file, to: book, name: name)
        }
      case (8, let file?):
        try? store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(file) }
      default:
        if random.oneIn(5) {
          let hidden = try FileName(random.oneIn(2) ? ".\(step)" : "\(step)")
          try store.domain.change { (transaction) throws(StoreError) in
            try TreeEditor(transaction).move(books[0], to: .root, name: hidden)
          }
        }
      }
      guard random.oneIn(4) else { continue }
      try reader.run(keepsToken: !random.oneIn(4))
      let all = try store.all().map { ($0.identifier, $0.givenName) }
      try #require(reader.book == Dictionary(uniqueKeysWithValues: all), "SEED=\(seed) step \(step)")
    }
  }
}
