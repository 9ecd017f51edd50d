import FileProvider
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization

@testable import FileProviderFileSystem

/// A file system over a provider's domain. The provider is played by a source that brings texts and lists names, and counts what it is asked for.
final class ProvidedStage {
  let fixture: FileSystemFixture
  let source: TextSource
  var fileSystem: FileSystem { fixture.fileSystem }
  var store: ItemStore { fixture.store }

  /// What the provider has.
  final class TextSource: ContainerSource {
    struct State {
      var texts: [ItemID: String] = [:]
      var names: [ItemID: [String]] = [:]
      var failure: NSFileProviderError.Code?
      var asked: [SourceSubject] = []
    }

    let state = Mutex(State())
    let store: ItemStore
    var asked: [SourceSubject] { state.withLock { $0.asked } }

    init(_ store: ItemStore) { self.store = store }

    func begin(
      _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> SourceTicket {
      NativeThread.start(name: "source") { [self] in
        whenDone(
          Result {
            switch subject {
            case .listing(let container): try list(container)
            case .contents(let document), .range(let document, _): try bring(document)
            }
          })
      }
      return SourceTicket(number: 1)
    }

    func withdraw(_ ticket: SourceTicket) {}

    private func answer(_ subject: SourceSubject) throws -> State {
      let state = state.withLock { state in
        state.asked.append(subject)
        return state
      }
      if let code = state.failure { throw NSError(domain: NSFileProviderErrorDomain, code: code.rawValue) }
      return state
    }

    func list(_ container: ItemID) throws {
      let names = try answer(.listing(container)).names[container] ?? []
      try store.change(author: "remote") { (transaction) throws(StoreError) in
        for name in names { try ApplyingEditor(transaction).apply(.stage(name, .file), in: container) }
        try transaction.setFlags(.unlisted, false, of: container)
      }
    }

    func bring(_ document: ItemID) throws {
      let text = try answer(.contents(document)).texts[document] ?? "brought"
      let made = try store.contents.create()
      let key = made.key
      _ = Glibc.write(made.number, text, text.utf8.count)
      made.keep()
      try store.change(author: "remote") { (transaction) throws(StoreError) in
        _ = try ApplyingEditor(transaction).takeContents(.file(key), size: Int64(text.utf8.count), nil, of: document)
      }
    }
  }

  init(options change: (inout FileSystemOptions) -> Void = { _ in }) throws {
    var source: TextSource?
    fixture = try FileSystemFixture(
      source: { store in
        let made = TextSource(store)
        source = made
        return made
      }, options: change)
    self.source = source!
    fixture.context.caller = Caller(user: 0, group: 0, process: 1)
    try fixture.store.change(author: "remote") { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("Stage", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
      try transaction.setFlags(.unlisted, false, of: .trash)
    }
  }

  /// Adds something that the provider has: a dataless document, or an unlisted folder.
  @discardableResult
  func add(
    _ name: String, _ kind: ItemKind = .file, in parent: ItemID = .root,
    _ capabilities: NSFileProviderItemCapabilities = .everything, size: Int64 = 7
  ) throws -> ItemID {
    var item = ProvidedItem.stage(name, kind)
    item.capabilities = capabilities.rawValue
    item.size = kind == .file ? size : nil
    let added = item
    return try store.change(author: "remote") { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(added, in: parent)
    }
  }

  func item(_ id: ItemID) throws -> ItemAttributes? { try fixture.context.item(id) }
  func node(_ id: ItemID) -> InodeNumber { InodeNumber(id) }

  func isIn(_ folder: ItemID, _ name: String) throws -> ItemID? {
    try fixture.bytes(name) { try fixture.context.child(of: folder, named: $0)?.id }
  }

  /// Opens a document as a program does, writes, and closes it.
  func write(_ text: String, to id: ItemID, _ flags: Int32, at offset: Int64 = 0) throws {
    let opened = try fixture.serving {
      try fileSystem.open(node(id), OpenMode(flags: flags), fixture.context)
    }
    if !text.isEmpty { try fixture.write(text, to: opened.handle, at: offset) }
    try fixture.close(opened.handle)
  }
}

extension NSFileProviderItemCapabilities {
  static let everything: NSFileProviderItemCapabilities = [.allowsAll, .allowsEvicting]
}

extension ProvidedItem {
  fileprivate static func stage(_ name: String, _ kind: ItemKind) -> ProvidedItem {
    var item = ProvidedItem(
      identifier: "stage-\(name)-\(UUID().uuidString)", parent: "anywhere", filename: name, kind: kind)
    item.contentVersion = [1]
    return item
  }
}
