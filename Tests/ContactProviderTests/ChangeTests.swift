import ContactProvider
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// The enumeration of changes.
@Suite struct ChangeTests {
  let stage: ProvidedStage
  let enumerator = ScriptedEnumerator()

  init() async throws {
    stage = try ProvidedStage()
    enumerator.content = { $1.finish([ContactItem("1", name: "Anna"), ContactItem("2", name: "Bert")]) }
    try await stage.run(enumerator)
  }

  /// C7, and what is unknown.
  @Test func `changes come batch by batch from where the last ended`() async throws {
    enumerator.changes = { anchor, observer in
      switch anchor.offset {
      case 0 where anchor == ContactItemSyncAnchor("m", 0):
        observer.didUpdate([ContactItem("2", name: "Berta"), ContactItem("3", name: "Carl")])
        observer.finish(ContactItemSyncAnchor("m", 2), moreComing: true)
      case 2:
        observer.didDelete([.init("1"), .init("unknown")])
        observer.finish(ContactItemSyncAnchor("n", 0))
      default: observer.finish(anchor)
      }
    }
    let identifiers = try stage.all().map(\.identifier)
    try await stage.run(enumerator)
    #expect(try stage.names == ["Berta", "Carl"])
    #expect(try stage.all().first?.identifier == identifiers[1])
    try await stage.run(enumerator)
    #expect(enumerator.anchors == [.init("m", 0), .init("m", 2), .init("n", 0)])
    #expect(enumerator.pages == [.initialPage])
  }

  /// C6.
  @Test func `after an error the same changes are asked for`() async throws {
    enumerator.changes = { anchor, observer in
      observer.didUpdate([ContactItem("3", name: "Carl")])
      observer.didFinishEnumeratingChangesWithError(ContactProviderError.cannotEnumerate)
    }
    await #expect(throws: ContactProviderError.cannotEnumerate) { try await stage.run(enumerator) }
    #expect(try stage.names == ["Anna", "Bert"])
    enumerator.changes = { anchor, observer in
      observer.didUpdate([ContactItem("3", name: "Carl")])
      observer.finish(ContactItemSyncAnchor("m", 1))
    }
    try await stage.run(enumerator)
    #expect(try stage.names == ["Anna", "Bert", "Carl"])
    #expect(enumerator.anchors == [.init("m", 0), .init("m", 0)])
  }

  @Test func `an anchor that does not move is refused`() async throws {
    for moreComing in [false, true] {
      enumerator.changes = { anchor, observer in
        if !moreComing { observer.didDelete([.init("1")]) }
        observer.finish(anchor, moreComing: moreComing)
      }
      await #expect { try await stage.run(enumerator) } throws: {
        "\($0)".hasPrefix("rule C7 of contact enumerators: ")
      }
    }
    var count = 0
    enumerator.changes = { anchor, observer in
      count += 1
      observer.finish(ContactItemSyncAnchor("m", 1 - anchor.offset), moreComing: count < 9)
    }
    await #expect { try await stage.run(enumerator) } throws: { "\($0)".hasPrefix("rule C7 ") }
    enumerator.changes = { _, _ in }
    await #expect { try await stage.run(enumerator) } throws: { "\($0)".hasPrefix("rule C2 ") }
    #expect(try stage.names == ["Anna", "Bert"])
  }

  @Test func `an extension whose anchors always expire ends`() async throws {
    enumerator.changes = { $1.didFinishEnumeratingChangesWithError(ContactProviderError.changeAnchorExpired) }
    enumerator.content = { $1.didFinishEnumeratingContentWithError(ContactProviderError.pageExpired) }
    await #expect(throws: ContactProviderError.cannotEnumerate) { try await stage.run(enumerator) }
    #expect(try stage.names == ["Anna", "Bert"])
  }

  /// Random changes, restarts and errors against a dictionary.
  @Test func `the book has what the provider has`() async throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    var source: [String: String] = ["1": "Anna", "2": "Bert"]
    var marker = 0
    for _ in 0..<60 {
      var changed: [String: String?] = [:]
      for _ in 0..<random.below(6) {
        let identifier = "\(random.below(12))"
        changed[identifier] = random.below(3) == 0 ? .some(nil) : "N\(random.below(50))"
      }
      for (identifier, name) in changed { source[identifier] = name }
      marker += 1
      let (all, expires, fails) = (source, random.below(5) == 0, random.below(5) == 0)
      let next = ContactItemSyncAnchor("m\(marker)", 0)
      enumerator.changes = { _, observer in
        for (identifier, name) in changed {
          if let name {
            observer.didUpdate([ContactItem(identifier, name: name)])
          } else {
            observer.didDelete([.init(identifier)])
          }
        }
        if fails || expires {
          let error = expires ? ContactProviderError.changeAnchorExpired : .cannotEnumerate
          return observer.didFinishEnumeratingChangesWithError(error)
        }
        observer.finish(next)
      }
      enumerator.content = { page, observer in
        let items = all.sorted { $0.key < $1.key }.map { ContactItem($0.key, name: $0.value) }
        let rest = items.dropFirst(page.offset)
        if rest.count <= 4 { return observer.finish(Array(rest), marker: "m\(marker)") }
        observer.next(Array(rest.prefix(4)), marker: "m\(marker)", offset: page.offset + 4)
      }
      do { try await stage.run(enumerator) } catch ContactProviderError.cannotEnumerate {
        // The provider has the same changes for the anchor that was kept: here all contacts, so that the test need not remember them.
        enumerator.changes = { $1.didFinishEnumeratingChangesWithError(ContactProviderError.changeAnchorExpired) }
        try await stage.run(enumerator)
      }
      #expect(try stage.names.sorted() == source.values.sorted(), "SEED=\(seed)")
    }
    #expect(try stage.progress.count == source.count, "SEED=\(seed)")
    var findings: [String] = []
    try StoreCheck.run(storeIn: stage.directory.url, StoreCheck.Options()) {
      if $0.state != .due { findings.append("\($0)") }
    }
    #expect(findings == [], "SEED=\(seed)")
  }
}
