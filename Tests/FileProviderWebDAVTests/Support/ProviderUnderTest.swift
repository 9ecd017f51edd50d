import FileProviderInterface
import FileProviderTesting
import Foundation
import Synchronization
import TestSupport
import UniformTypeIdentifiers

@testable import FileProviderWebDAV

/// A provider of a server, called as the system calls it, with answers that are waited for.
final class ProviderUnderTest {
  let provider: WebDAVProvider
  let directory: TestDirectory

  init(_ settings: WebDAVSettings, state: TestDirectory? = nil) throws {
    directory = try state ?? TestDirectory("webdav")
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier("webdav-\(UUID().uuidString)"), displayName: "test")
    domain.userInfo = [
      WebDAVSettings.userInfoKey: try settings.json, WebDAVSettings.stateKey: directory.appending("state").path,
    ]
    provider = WebDAVProvider(domain: domain)
  }

  convenience init(_ server: LyingServer, state: TestDirectory? = nil) throws {
    var settings = WebDAVSettings(address: server.address)
    settings.shortestInterval = 0.1
    settings.longestInterval = 0.3
    try self.init(settings, state: state)
  }

  convenience init(_ server: Apache) throws {
    var settings = WebDAVSettings(address: server.address)
    settings.user = Apache.user
    settings.secret = .file(server.passwordFile)
    settings.shortestInterval = 0.1
    settings.longestInterval = 0.3
    try self.init(settings)
  }

  deinit { provider.invalidate() }

  // MARK: Calls

  /// Waits for an answer that comes on any thread.
  private func answer<Value: Sendable>(_ call: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> Void) throws
    -> Value
  {
    let result = Mutex<Result<Value, any Error>?>(nil)
    call { value in result.withLock { $0 = value } }
    guard eventually(seconds: 60, { result.withLock { $0 != nil } }), let found = result.withLock({ $0 }) else {
      throw SupportFailure("there is no answer")
    }
    return try found.get()
  }

  struct Told: Sendable {
    var item: SeenItem
    var stillPending: NSFileProviderItemFields
    var hasOtherContents: Bool
  }

  /// The items of a folder by name. Names that look the same are one here.
  func list(_ container: NSFileProviderItemIdentifier = .rootContainer) throws -> [String: SeenItem] {
    Dictionary(try everything(container).map { ($0.filename, $0) }) { $1 }
  }

  func everything(_ container: NSFileProviderItemIdentifier = .rootContainer) throws -> [SeenItem] {
    let observer = RecordingEnumerationObserver()
    let enumerator = try provider.enumerator(for: container, request: NSFileProviderRequest())
    enumerator.enumerateItems(
      for: observer, startingAt: NSFileProviderPage(NSFileProviderPage.initialPageSortedByName as Data))
    guard eventually(seconds: 60, { observer.end != nil }) else { throw SupportFailure("there is no answer") }
    if case .error(let error)? = observer.end { throw error }
    return observer.items.map { SeenItem($0) }
  }

  func item(_ identifier: NSFileProviderItemIdentifier) throws -> SeenItem {
    try answer { done in
      _ = provider.item(for: identifier, request: NSFileProviderRequest()) { item, error in
        done(item.map { .success(SeenItem($0)) } ?? .failure(error ?? SupportFailure("neither")))
      }
    }
  }

  func contents(_ item: SeenItem) throws -> String {
    let url: URL = try answer { done in
      _ = provider.fetchContents(for: item.identifier, version: nil, request: NSFileProviderRequest()) {
        url, _, error in
        done(url.map { .success($0) } ?? .failure(error ?? SupportFailure("neither")))
      }
    }
    defer { unlink(url.path) }
    return try String(contentsOf: url, encoding: .utf8)
  }

  struct Part: Sendable {
    var bytes: Data
    var range: Range<Int>
  }

  /// Asks for a part, with pages of 4 KiB.
  func part(_ item: SeenItem, _ range: Range<Int>, isStrict: Bool = false) throws -> Part {
    let version = item.version
    return try answer { done in
      _ = provider.fetchPartialContents(
        for: item.identifier, version: version, request: NSFileProviderRequest(), minimalRange: NSRange(range),
        aligningTo: 4096, options: isStrict ? .strictVersioning : []
      ) { url, _, came, _, error in
        guard let url, let bytes = try? Data(contentsOf: url) else {
          return done(.failure(error ?? SupportFailure("neither")))
        }
        unlink(url.path)
        done(.success(Part(bytes: bytes, range: came.location..<came.location + came.length)))
      }
    }
  }

  @discardableResult
  func create(
    _ name: String, _ text: String? = "", in parent: NSFileProviderItemIdentifier = .rootContainer, date: Date? = nil,
    mayExist: Bool = false
  ) throws -> Told {
    let wish = WishedItem(parent: parent, filename: name, isFolder: text == nil, date: date)
    let url = try text.map { try file($0) }
    return try answer { done in
      _ = provider.createItem(
        basedOn: wish, fields: [.contents, .filename, .parentItemIdentifier], contents: url,
        options: mayExist ? .mayAlreadyExist : [], request: NSFileProviderRequest()
      ) { done(Self.result($0, $1, $2, $3)) }
    }
  }

  @discardableResult
  func modify(
    _ item: SeenItem, name: String? = nil, parent: NSFileProviderItemIdentifier? = nil, text: String? = nil,
    date: Date? = nil, favorite: Bool? = nil
  ) throws -> Told {
    let wish = WishedItem(
      identifier: item.identifier, parent: parent ?? item.parent, filename: name ?? item.filename,
      date: date, isFavorite: favorite ?? false)
    var fields: NSFileProviderItemFields = []
    if name != nil { fields.insert(.filename) }
    if parent != nil { fields.insert(.parentItemIdentifier) }
    if text != nil { fields.insert(.contents) }
    if date != nil { fields.insert(.contentModificationDate) }
    if favorite != nil { fields.insert(.favoriteRank) }
    let url = try text.map { try file($0) }
    let version = item.version
    return try answer { done in
      _ = provider.modifyItem(
        wish, baseVersion: version, changedFields: fields, contents: url, options: [], request: NSFileProviderRequest()
      ) { done(Self.result($0, $1, $2, $3)) }
    }
  }

  func delete(_ item: SeenItem, recursively: Bool = false) throws {
    let version = item.version
    let _: Bool = try answer { done in
      _ = provider.deleteItem(
        identifier: item.identifier, baseVersion: version, options: recursively ? .recursive : [],
        request: NSFileProviderRequest()
      ) { done($0.map { .failure($0) } ?? .success(true)) }
    }
  }

  // MARK: Changes

  func anchor() throws -> NSFileProviderSyncAnchor {
    try answer { done in
      _ = try? provider.enumerator(for: .workingSet, request: NSFileProviderRequest())
        .currentSyncAnchor { done($0.map { .success($0) } ?? .failure(SupportFailure("no anchor"))) }
    }
  }

  struct Changes {
    var updated: [String] = []
    var deleted: [String] = []
    var anchor: NSFileProviderSyncAnchor
  }

  /// - Parameter isAsked: Whether a program wants to have what is at the server now.
  func changes(since anchor: NSFileProviderSyncAnchor, isAsked: Bool = false) throws -> Changes {
    let observer = RecordingChangeObserver()
    let program = isAsked ? URL(fileURLWithPath: "/usr/bin/fileprovider") : nil
    try provider.enumerator(
      for: .workingSet, request: NSFileProviderRequest(isSystemRequest: !isAsked, requestingExecutable: program)
    )
    .enumerateChanges(for: observer, from: anchor)
    guard eventually(seconds: 60, { observer.end != nil }) else { throw SupportFailure("there is no answer") }
    switch observer.end {
    case .anchor(let next, _):
      return Changes(
        updated: observer.updated.map(\.filename).sorted(), deleted: observer.deleted.map(\.rawValue).sorted(),
        anchor: next)
    case .error(let error): throw error
    case nil: throw SupportFailure("no end")
    }
  }

  /// What changes say is deleted: nothing where they fail, as they do while looks at the server fail.
  func deletions(since anchor: NSFileProviderSyncAnchor) -> [String] {
    (try? changes(since: anchor))?.deleted ?? []
  }

  private func file(_ text: String) throws -> URL {
    let url = directory.appending(UUID().uuidString)
    try Data(text.utf8).write(to: url)
    return url
  }

  private static func result(
    _ item: (any NSFileProviderItem)?, _ pending: NSFileProviderItemFields, _ others: Bool, _ error: (any Error)?
  ) -> Result<Told, any Error> {
    if let error { return .failure(error) }
    guard let item else { return .failure(SupportFailure("neither an item nor an error")) }
    return .success(Told(item: SeenItem(item), stillPending: pending, hasOtherContents: others))
  }
}

/// An item as the system wants it.
final class WishedItem: NSObject, NSFileProviderItemProtocol, Sendable {
  let itemIdentifier: NSFileProviderItemIdentifier
  let parentItemIdentifier: NSFileProviderItemIdentifier
  let filename: String
  let contentType: UTType
  let contentModificationDate: Date?
  let favoriteRank: NSNumber?

  init(
    identifier: NSFileProviderItemIdentifier = NSFileProviderItemIdentifier("new"),
    parent: NSFileProviderItemIdentifier,
    filename: String, isFolder: Bool = false, date: Date? = nil, isFavorite: Bool = false
  ) {
    itemIdentifier = identifier
    parentItemIdentifier = parent
    self.filename = filename
    contentType = isFolder ? .folder : .data
    contentModificationDate = date
    favoriteRank = isFavorite ? 1 : nil
  }
}
