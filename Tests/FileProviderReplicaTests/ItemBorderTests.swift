import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Logging
import Testing
import UniformTypeIdentifiers

/// What a provider reports is checked at one border, and never stops anything.
@Suite struct ItemBorderTests {
  private let border = ItemBorder(logger: RecordedLog().logger)

  private func read(_ change: (inout MemoryItem) -> Void) throws -> ProvidedItem {
    var item = MemoryItem("i", name: "name")
    change(&item)
    return try #require(border.item(MemoryItemObject(item)))
  }

  @Test(arguments: [-1, .nan, .infinity, -.infinity, 1e300] as [Double])
  func `sizes that cannot be are unknown`(_ size: Double) throws {
    #expect(try read { $0.announcedSize = size }.size == nil)
  }

  @Test
  func `dates beyond all bounds are moved to the nearer end`() throws {
    #expect(try read { $0.modified = .distantFuture }.modified == Timestamp(rawValue: .max))
    #expect(try read { $0.modified = Date(timeIntervalSince1970: -.infinity) }.modified == Timestamp(rawValue: .min))
    #expect(try read { $0.modified = Date(timeIntervalSince1970: .nan) }.modified != nil)
    #expect(try read { $0.created = Date(timeIntervalSince1970: 1) }.created == Timestamp(rawValue: 1_000_000_000))
  }

  @Test
  func `a link always leads somewhere, if only to nothing`() throws {
    let target = { (text: String?) in
      try read {
        $0.kind = .symlink
        $0.target = text
      }.target
    }
    #expect(try target("a/b") == Array("a/b".utf8))
    #expect(try target(nil) == Array("%".utf8))
    #expect(try target("") == Array("%".utf8))
    #expect(try target("a\0b") == Array("a%b".utf8))
    #expect(try target(String(repeating: "x", count: 9000))?.count == 4095)
  }

  @Test
  func `extended attributes are a user's, whatever they claim to be`() throws {
    let item = try read {
      $0.extendedAttributes = [
        "com.example": "1", "user.mine": "2", "security.capability": "3", "user.xdg.tags": "4",
        "user.fileprovider.pinned": "5", "": "6", String(repeating: "n", count: 300): "7", "a\0b": "8",
      ]
    }
    #expect(
      attributes(of: item) == [
        "user.com.example": Array("1".utf8), "user.mine": Array("2".utf8), "user.security.capability": Array("3".utf8),
      ])
  }

  @Test func `decorations are a list of names, and what would not be one name is left out`() throws {
    func list(_ names: String...) throws -> String? {
      try read { $0.decorations = names }.attributes[.decorations].map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try list("org.example.b", "org.example.ä") == "org.example.b,org.example.ä")
    #expect(try list("a", "b,c", "", "d\ne", "f\0", "g") == "a,g")
    #expect(try list("a", String(repeating: "x", count: 65_536), "b") == "a,b")
    #expect(try list() == nil)
    #expect(try list(",") == nil)
  }

  @Test func `people are one line, and the provider's facts are texts, numbers and dates in one order`() throws {
    final class Person: NSObject, NSFileProviderItemProtocol {
      let itemIdentifier = NSFileProviderItemIdentifier("i")
      let parentItemIdentifier = NSFileProviderItemIdentifier.rootContainer
      let filename = "name"
      let isShared = true
      let isSharedByCurrentUser = false
      let ownerNameComponents: PersonNameComponents?
      let mostRecentEditorNameComponents: PersonNameComponents?
      let userInfo: [AnyHashable: Any]?

      init(_ owner: PersonNameComponents, _ editor: PersonNameComponents, _ userInfo: [AnyHashable: Any]) {
        (ownerNameComponents, mostRecentEditorNameComponents, self.userInfo) = (owner, editor, userInfo)
      }
    }
    var (owner, editor) = (PersonNameComponents(), PersonNameComponents())
    (owner.givenName, owner.middleName, owner.familyName) = ("Anna", "B.", "Ek\n")
    editor.nickname = "Bo"
    func attributes(_ facts: [AnyHashable: Any]) -> [ProviderAttribute: String] {
      border.item(Person(owner, editor, facts))?.attributes.mapValues { String(decoding: $0, as: UTF8.self) } ?? [:]
    }
    let said = attributes([
      "b": true, "a": "text/", "c": 2, "d": 1.5, "e": Date(timeIntervalSince1970: 0), "list": [1], 3: "key",
      "data": Data([1]), "nan": Double.nan, "null": NSNull(), "facts": ["a": 1], "f": NSNumber(value: 7),
    ])
    #expect(said[.owner] == "Anna B. Ek" && said[.editor] == "Bo" && said[.sharedByMe] == "0")
    #expect(said[.userInfo] == #"{"a":"text/","b":true,"c":2,"d":1.5,"e":"1970-01-01T00:00:00.000Z","f":7}"#)
    #expect(attributes(["a": String(repeating: "x", count: 65_536)])[.userInfo] == nil)
    #expect(attributes(["list": [1]])[.userInfo] == nil)
    owner.familyName = "a\u{1B}b"
    editor.nickname = String(repeating: "x", count: 1025)
    #expect(attributes([:]).keys.sorted { $0.rawValue < $1.rawValue } == [.sharedByMe])
  }

  @Test func `of its transfers is kept what does not go without saying`() throws {
    final class Moving: NSObject, NSFileProviderItemProtocol {
      let itemIdentifier = NSFileProviderItemIdentifier("i")
      let parentItemIdentifier = NSFileProviderItemIdentifier.rootContainer
      let filename = "name"
      let (isUploaded, isUploading, isDownloaded, isDownloading, isMostRecentVersionDownloaded):
        (
          Bool, Bool, Bool, Bool, Bool
        )
      let (uploadingError, downloadingError): ((any Error)?, (any Error)?)

      init(_ flags: (Bool, Bool, Bool, Bool, Bool), _ error: (any Error)?) {
        (isUploaded, isUploading, isDownloaded, isDownloading, isMostRecentVersionDownloaded) = flags
        (uploadingError, downloadingError) = (error, error)
      }
    }
    func said(_ flags: (Bool, Bool, Bool, Bool, Bool), _ reason: String? = nil) -> String? {
      let error = reason.map { NSError(domain: "d", code: 1, userInfo: [NSLocalizedDescriptionKey: $0]) }
      return border.item(Moving(flags, error))?.attributes[.transfer].map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(said((true, false, true, false, true)) == nil)
    #expect(said((true, false, false, false, false)) == nil)
    #expect(said((false, true, true, false, true)) == #"{"isUploaded":false,"isUploading":true}"#)
    #expect(said((true, false, true, true, false)) == #"{"isDownloading":true,"isMostRecentVersionDownloaded":false}"#)
    let failed = try #require(said((true, false, true, false, true), "a/\u{22}b"))
    #expect(failed == #"{"downloadingError":"a/\"b","uploadingError":"a/\"b"}"#)
    let read = ProviderTransfer(Array(failed.utf8))
    #expect(read.uploadingError == "a/\"b" && read.isUploaded == nil)
    #expect(said((true, false, true, false, true), String(repeating: "x", count: 70_000))?.utf8.count == 1043)
  }

  private func attributes(of item: ProvidedItem) -> [String: [UInt8]]? {
    item.extendedAttributes.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.key.text, $0.value) }) }
  }

  @Test
  func `names that differ in their bytes are different attributes, also where Swift takes them for one text`() throws {
    let item = try read { $0.extendedAttributes = ["user.\u{e9}": "1", "e\u{301}": "2"] }
    #expect(item.extendedAttributes?.count == 2)
    #expect(item.extendedAttributes?[ExactText("user.e\u{301}")] == Array("2".utf8))
  }

  @Test
  func `an item without an identifier of its own is left out`() {
    for identifier in [
      "", MemoryItem.root, NSFileProviderItemIdentifier.workingSet.rawValue, String(repeating: "x", count: 9000),
    ] {
      #expect(border.item(MemoryItemObject(MemoryItem(identifier))) == nil)
    }
  }

  @Test
  func `what may not be written is read-only here`() throws {
    #expect(try read { $0.isReadOnly = true }.mode == 0o444)
    #expect(try read { _ in }.mode == nil)
    #expect(
      try read {
        $0.isReadOnly = true
        $0.kind = .folder
      }.mode == 0o555)
  }

  @Test
  func `a provider that says as little as it may is understood`() throws {
    let item = try #require(border.item(Laconic()))
    #expect(item.kind == .file)
    #expect(item.size == nil && item.contentVersion == nil && item.extendedAttributes == nil && item.tags == nil)
    #expect(item.capabilities == 127)
    #expect(!item.isMember)
  }

  private final class Laconic: NSObject, NSFileProviderItemProtocol {
    let itemIdentifier = NSFileProviderItemIdentifier("i")
    let parentItemIdentifier = NSFileProviderItemIdentifier.rootContainer
    let filename = "name"
  }

  @Test
  func `names are mapped to legal ones, and different ones stay different`() {
    let names = [
      "plain.txt", "a/b", "a/\u{301}b", "a\0b", "", ".", "..", "...", "%", String(repeating: "x", count: 300),
      String(repeating: "x", count: 301), String(repeating: "ä", count: 128) + ".tar",
      "e" + String(repeating: "\u{301}", count: 300) + ".jpeg", String(repeating: ".", count: 300),
    ]
    var seen: Set<[UInt8]> = []
    for name in names {
      let mapped = FileName(providing: name).spelling
      #expect((try? FileName(mapped)) != nil, "\(name)")
      if name != "%" { #expect(seen.insert(Array(mapped.utf8)).inserted, "\(name)") }
    }
    #expect(FileName(providing: "plain.txt").spelling == "plain.txt")
    #expect(FileName(providing: String(repeating: "x", count: 300) + ".jpeg").spelling.hasSuffix(".jpeg"))
  }
}
