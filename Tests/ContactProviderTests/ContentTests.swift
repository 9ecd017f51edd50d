import ContactProvider
import Foundation
import TestSupport
import Testing

/// The enumeration of all contacts.
@Suite struct ContentTests {
  let stage: ProvidedStage

  init() throws { stage = try ProvidedStage() }

  private func expect(
    _ number: String, at location: SourceLocation = #_sourceLocation,
    _ content: @escaping (ContactItemPage, any ContactItemContentObserver) -> Void
  ) async {
    await #expect(sourceLocation: location) { try await stage.run(ScriptedEnumerator(content: content)) } throws: {
      "\($0)".hasPrefix("rule \(number) of contact enumerators: ")
    }
  }

  /// C1, C2, C4, C5.
  @Test func `contacts come page by page, and then changes are asked for`() async throws {
    let enumerator = ScriptedEnumerator(content: { page, observer in
      switch page.offset {
      case 0:
        observer.didEnumerate([ContactItem("1", name: "Anna")])
        observer.next([ContactItem("2", name: "Bert")], offset: 2)
      default: observer.finish([ContactItem("3", name: "Carl")])
      }
    })
    try await stage.run(enumerator)
    #expect(
      enumerator.pages == [.initialPage, ContactItemPage(generationMarker: Data("m".utf8), offset: 2)])
    #expect(enumerator.anchors == [])
    #expect(try stage.names == ["Anna", "Bert", "Carl"])
    #expect(try stage.contacts.containers(matching: nil).map(\.name) == ["Example"])
    try await stage.run(enumerator)
    #expect(enumerator.anchors == [ContactItemSyncAnchor("m", 0)])
    #expect(try stage.names == ["Anna", "Bert", "Carl"])
  }

  /// C6.
  @Test func `after an error the enumeration goes on at its page`() async throws {
    var isBroken = true
    let enumerator = ScriptedEnumerator(content: { page, observer in
      if page == .initialPage { return observer.next([ContactItem("1", name: "Anna")], offset: 1) }
      observer.didEnumerate([ContactItem("2", name: "Bert")])
      if isBroken { return observer.didFinishEnumeratingContentWithError(CocoaError(.fileReadUnknown)) }
      observer.didFinishEnumeratingContent(upTo: Data("m".utf8))
    })
    await #expect(throws: CocoaError.self) { try await stage.run(enumerator) }
    #expect(try stage.names == ["Anna"])
    isBroken = false
    try await stage.run(enumerator)
    #expect(try stage.names == ["Anna", "Bert"])
    #expect(enumerator.pages.map(\.offset) == [0, 1, 1])
  }

  @Test func `an enumeration begins anew where a page has expired, and deletes at its end what it does not name`()
    async throws
  {
    let enumerator = ScriptedEnumerator()
    enumerator.content = { $1.finish([ContactItem("1", name: "Anna"), ContactItem("2", name: "Bert")]) }
    try await stage.run(enumerator)
    let identifiers = try stage.all().map(\.identifier)
    enumerator.changes = { $1.didFinishEnumeratingChangesWithError(ContactProviderError.changeAnchorExpired) }
    var hasExpired = false
    enumerator.content = { [stage] page, observer in
      if page == .initialPage { return observer.next([ContactItem("2", name: "Berta")], marker: "n", offset: 1) }
      if !hasExpired {
        hasExpired = true
        return observer.didFinishEnumeratingContentWithError(ContactProviderError.pageExpired)
      }
      // Readers do not find an empty book meanwhile.
      #expect((try? stage.names) == ["Anna", "Berta"])
      observer.finish([ContactItem("3", name: "Carl")], marker: "n")
    }
    try await stage.run(enumerator)
    #expect(try stage.names == ["Berta", "Carl"])
    // The contact is the same one to its readers.
    #expect(try stage.all().first?.identifier == identifiers[1])
    #expect(enumerator.pages.map(\.offset) == [0, 0, 1, 0, 1])
  }

  /// Each rule by its number, and nothing is written.
  @Test func `an enumerator that breaks a rule is refused`() async throws {
    let item = ContactItem("1", name: "Anna")
    await expect("C2") { _, observer in observer.didEnumerate([item]) }
    await expect("C3") { $1.next([item], marker: "", offset: 1) }
    #expect(try stage.names == [])
    await expect("C3") { page, observer in observer.next([item], marker: "m\(page.offset)", offset: 1 + page.offset) }
    await expect("C4") { $1.next([], marker: "m0", offset: $0.offset) }
    // Back and forth between two pages.
    await expect("C4") { $1.next([], marker: "m0", offset: 3 - $0.offset) }
    await expect("C1") { $1.finish([ContactItem("2", name: "Bert")], marker: "x") }
    #expect(try stage.names == ["Anna"])
    await expect("C8") { $1.finish([item], marker: "m0") }
    // It would end the same way again: it begins anew.
    try await stage.run(ScriptedEnumerator(content: { $1.finish([item, item]) }))
    #expect(try stage.names == ["Anna"])
  }

  /// C4: the system hands a page back, and does not count.
  @Test func `the offset of a page is the provider's own`() async throws {
    let enumerator = ScriptedEnumerator(content: { page, observer in
      switch page.offset {
      case 0: observer.next([ContactItem("1", name: "Anna")], offset: 100)
      case 100: observer.next([], offset: 7)
      default: observer.finish([ContactItem("2", name: "Bert")])
      }
    })
    try await stage.run(enumerator)
    #expect(enumerator.pages.map(\.offset) == [0, 100, 7])
    #expect(try stage.names == ["Anna", "Bert"])
  }

  /// C2.
  @Test func `what is called after the end of a page is ignored, and the last item of an identifier counts`()
    async throws
  {
    let enumerator = ScriptedEnumerator(content: { _, observer in
      observer.finish([ContactItem("1", name: "Anna"), ContactItem("1", name: "Anne")])
      observer.finish([ContactItem("2", name: "Bert")])
      observer.didFinishEnumeratingContentWithError(CocoaError(.fileReadUnknown))
    })
    try await stage.run(enumerator)
    #expect(try stage.names == ["Anne"])
  }

  @Test func `too many contacts are refused as a page`() async throws {
    stage.limits.mostContacts = 2
    let items = (0..<3).map { ContactItem("\($0)", name: "Anna") }
    let enumerator = ScriptedEnumerator(content: { $1.finish(items) })
    await #expect(throws: ContactProviderError.itemsLimitReached) { try await stage.run(enumerator) }
    #expect(try stage.names == [] && stage.progress.isFull)
    enumerator.content = { $1.finish(Array(items.prefix(2))) }
    try await stage.run(enumerator)
    #expect(try stage.names.count == 2 && !stage.progress.isFull)
  }

  /// While an enumeration is under way, those of the one before are still here.
  @Test func `as many contacts as a domain may have can all be other ones`() async throws {
    stage.limits.mostContacts = 2
    let enumerator = ScriptedEnumerator()
    for names in [["1", "2"], ["3", "4"], ["5", "6"]] {
      enumerator.content = { page, observer in
        if page.offset == 1 { return observer.finish([ContactItem(names[1], name: names[1])]) }
        observer.next([ContactItem(names[0], name: names[0])], offset: 1)
      }
      enumerator.changes = { $1.didFinishEnumeratingChangesWithError(ContactProviderError.changeAnchorExpired) }
      try await stage.run(enumerator)
      #expect(try stage.names == names)
    }
    enumerator.content = { page, observer in
      if page.offset == 2 { return observer.finish([ContactItem("9", name: "9")]) }
      observer.next([ContactItem("\(page.offset + 7)", name: "Anna")], offset: page.offset + 1)
    }
    await #expect(throws: ContactProviderError.itemsLimitReached) { try await stage.run(enumerator) }
  }

  @Test func `a provider's store that cannot be opened hides no other contacts`() async throws {
    try await stage.run(ScriptedEnumerator(content: { $1.finish([ContactItem("1", name: "Anna")]) }))
    let damaged = try TestDirectory()
    try Data("no database".utf8).write(to: damaged.url.appendingPathComponent("items.sqlite"))
    let keys: [any CNKeyDescriptor] = []
    let predicate = CNContact.predicateForContacts(matchingName: "anna")
    let beside = CNContactStore(domains: [stage.directory.url, damaged.url])
    #expect(try beside.unifiedContacts(matching: predicate, keysToFetch: keys).count == 1)
    #expect(try beside.containers(matching: nil).count == 1)
    let own = CNContactStore(domains: [damaged.url, stage.directory.url])
    let error = #expect(throws: CNError.self) { try own.unifiedContacts(matching: predicate, keysToFetch: keys) }
    #expect((error as NSError?)?.userInfo[NSFilePathErrorKey] as? String == damaged.url.path)
  }

  @Test func `a page that takes too long ends the run, and so does a stop`() async throws {
    struct Endless: ContactItemEnumerator {
      func enumerateContent(in page: ContactItemPage, for observer: any ContactItemContentObserver) async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(1000)) }
      }
      func enumerateChanges(
        startingAt syncAnchor: ContactItemSyncAnchor, for observer: any ContactItemChangeObserver
      ) async {}
      func invalidate() async {}
    }
    stage.limits.patience = .milliseconds(10)
    await #expect(throws: ContactProviderError.enumerationTimeout) { try await stage.run(Endless()) }
    stage.limits.patience = .seconds(1000)
    let signal = StopSignal()
    signal.stop()
    await #expect(throws: ContactProviderError.extensionInvalidated) { try await stage.run(Endless(), signal) }
  }

  @Test func `a reset ends what an earlier run still sends`() async throws {
    let enumerator = ScriptedEnumerator(content: { [directory = stage.directory.url] _, observer in
      let book = try? ProvidedBook(directory, name: "Example", mostContacts: 1)
      #expect(throws: Never.self) { try book?.deleteContacts() }
      observer.finish([ContactItem("1", name: "Anna")])
    })
    await #expect(throws: ContactProviderError.extensionInvalidated) { try await stage.run(enumerator) }
    #expect(try stage.names == [])
  }
}
