import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import LinuxSystem

/// What programs change in the store, as a mount would write it.
extension ReplicaStage {
  static let program = "org.example.program"

  @discardableResult
  func make(_ path: String, _ text: String? = nil, kind: ItemKind = .file) throws -> ItemID {
    let (parent, name) = try place(path)
    func create(_ key: ContentKey?) throws -> ItemID {
      try store.change(author: Self.program) { (transaction) throws(StoreError) in
        var new = NewItem(
          parent: parent, name: name, kind: kind, mode: kind == .folder ? 0o755 : 0o644, owner: 0, group: 0)
        new.content = key
        if key != nil { new.size = Int64(text?.utf8.count ?? 0) }
        if kind == .symlink { new.target = Array((text ?? "target").utf8) }
        return try TreeEditor(transaction).create(new).id
      }
    }
    return if let text, kind == .file { try withContents(text, create) } else { try create(nil) }
  }

  /// Replaces a document's contents as a whole.
  func write(_ path: String, _ text: String, at date: Timestamp = .now) throws {
    let id = try id(path)
    try withContents(text) { key in
      try store.change(author: Self.program) { (transaction) throws(StoreError) in
        try transaction.setContents(key, size: Int64(text.utf8.count), modified: date, of: id)
      }
    }
  }

  func move(_ path: String, to other: String) throws {
    let (id, (parent, name)) = (try id(path), try place(other))
    try store.change(author: Self.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: parent, name: name, mode: .failing)
    }
  }

  /// Moves a document over another one, which goes.
  func replace(_ path: String, with other: String) throws {
    let (id, (parent, name)) = (try id(other), try place(path))
    try store.change(author: Self.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: parent, name: name)
    }
  }

  func exchange(_ path: String, _ other: String) throws {
    let (a, b) = (try id(path), try id(other))
    try store.change(author: Self.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).exchange(a, b)
    }
  }

  /// Deletes an item with all that is in it.
  func remove(_ path: String) throws {
    guard let item = try item(path) else { throw Missing(path: path) }
    try store.change(author: Self.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).deleteTree(item.id, in: item.parent, limit: .max)
    }
  }

  /// Saves a document as editors do: a new one is renamed over it.
  func save(_ path: String, _ text: String) throws {
    let (parent, name) = try place(path)
    let old = try id(path)
    try withContents(text) { key in
      try store.change(author: Self.program) { (transaction) throws(StoreError) in
        let temporary = FileName(unchecked: ".save-\(key.rawValue)")
        var new = NewItem(parent: parent, name: temporary, kind: .file, mode: 0o644, owner: 0, group: 0)
        (new.content, new.size) = (key, Int64(text.utf8.count))
        let id = try TreeEditor(transaction).create(new).id
        try ReplicationEditor(transaction).transferIdentity(from: old, to: id)
        try TreeEditor(transaction).move(id, to: parent, name: name)
      }
    }
  }

  /// Gives a link another target as `ln -sf` does: a new link is renamed over it.
  func retarget(_ path: String, to target: String) throws {
    let (parent, name) = try place(path)
    try store.change(author: Self.program) { (transaction) throws(StoreError) in
      var new = NewItem(
        parent: parent, name: FileName(unchecked: ".link-\(target)"), kind: .symlink, mode: 0o777, owner: 0, group: 0)
      new.target = Array(target.utf8)
      let id = try TreeEditor(transaction).create(new).id
      try TreeEditor(transaction).move(id, to: parent, name: name)
    }
  }

  func change(_ path: String, _ body: @Sendable (Transaction, ItemID) throws(StoreError) -> Void) throws {
    let id = try id(path)
    try store.change(author: Self.program) { (transaction) throws(StoreError) in try body(transaction, id) }
  }

  private func place(_ path: String) throws -> (ItemID, FileName) {
    let url = URL(fileURLWithPath: path)
    return (try id(url.deletingLastPathComponent().path), try FileName(url.lastPathComponent))
  }

  func content(_ text: String) throws -> ContentKey { try withContents(text) { $0 } }

  /// Makes contents, which stay if the item is made that is to have them. Small ones lie in the database, as if a program had written them at once.
  ///
  /// - Parameter inFile: Whether they are in a file all the same, as if it had written them in several pieces.
  @discardableResult
  func withContents<Result>(
    _ text: String, inFile: Bool = false, _ body: (ContentKey) throws -> Result
  ) throws -> Result {
    if !inFile, (1...SmallContents.largest).contains(text.utf8.count) { return try withSmallContents(text, body) }
    let new = try store.contents.create()
    let bytes = Array(text.utf8)
    guard bytes.withUnsafeBytes({ Glibc.write(new.number, $0.baseAddress, $0.count) }) == bytes.count else {
      throw StoreError(errno: errno, "cannot write")
    }
    let result = try body(new.key)
    new.keep()
    return result
  }

  private func withSmallContents<Result>(_ text: String, _ body: (ContentKey) throws -> Result) throws -> Result {
    let key = try store.change(author: Self.program) { (transaction) throws(StoreError) in
      try transaction.addSmall(Array(text.utf8))
    }
    do { return try body(key) } catch {
      try store.change(author: Self.program) { (transaction) throws(StoreError) in try transaction.discard(key) }
      throw error
    }
  }

  /// While a domain is paused, nothing is sent to the provider.
  func setPause(_ pause: TransferPause?) throws {
    try store.change(author: Self.program) { (transaction) throws(StoreError) in
      try PendingEditor(transaction).setTransferPause(pause)
    }
    try replica.readSettings()
  }

  /// Forgets the log but for its newest row: what was not noted until now is found by comparing.
  func forgetLog() throws {
    try store.change(author: Self.program) { (transaction) throws(StoreError) in
      try PendingEditor(transaction).setLogRetention(.changes(1))
      while try PendingEditor(transaction).pruneLog() {}
    }
  }

  // MARK: What was sent to the provider

  /// Waits until the provider knows everything.
  func push() async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [replica] in
        continuation.resume(with: Result { try replica.pushAndWait(until: .after(.seconds(30))) })
      }
    }
  }

  /// The item at a path at the provider.
  func provided(_ path: String) -> MemoryItem? {
    var parent = MemoryItem.root
    var found: MemoryItem?
    for name in path.split(separator: "/") {
      found = tree.items.first { $0.parent == parent && $0.name == name }
      guard let found else { return nil }
      parent = found.identifier
    }
    return found
  }

  /// The contents of a document at the provider.
  func providedText(_ path: String) -> String? { provided(path).map { String(decoding: $0.contents, as: UTF8.self) } }

  func waiting() throws -> [PendingItem] {
    var items: [PendingItem] = []
    try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).forEachPending {
        items.append($0)
        return true
      }
    }
    return items
  }
}
