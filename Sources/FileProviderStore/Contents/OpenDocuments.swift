import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// Says which documents programs have open in the mounts of a domain with a provider.
///
/// A mount locks, shared, the byte of `documents.lock` that has the item's number as its offset, as long as it has the document open. Whoever is about to drop or
/// replace what a program may have open takes that lock exclusively, through the commit. So small contents, of which no process has a file open, are as safe
/// as others, which have a lease. These are open file description locks (fcntl(2)): they belong to this object and not to the process, and end with it.
package final class OpenDocuments: Sendable {
  private struct State: ~Copyable {
    var file: Descriptor?
    /// How often each document is open here.
    var counts: [ItemID: Int] = [:]
  }

  // Of <fcntl.h>; the module of the C library leaves it out.
  private static let setLock: Int32 = 37

  static let name = "documents.lock"
  private let path: String
  private let owner: StoreOwner
  private let state = Mutex(State())

  /// - Parameter access: For changing, the file is made at once: later the disk may be full.
  init(directory: URL, owner: StoreOwner, access: StoreAccess) {
    path = directory.appendingPathComponent(Self.name).path
    self.owner = owner
    if access == .changing { _ = owner.open(path) }
  }

  /// Notes that a program opens a document. Its row is read afterwards, since it may have been replaced just before.
  ///
  /// - Returns: What says so as long as it lives; `nil` while another process drops or replaces the contents, which takes no longer than a transaction.
  /// - Throws: Why the kernel gives no lock.
  package func open(_ id: ItemID) throws(StoreError) -> OpenDocument? {
    try state.withLock { (state) throws(StoreError) in
      if state.counts[id] == nil {
        if state.file == nil { state.file = try openFile() }
        // On a read-only disk nobody changes anything.
        if state.file.number >= 0 {
          guard try Self.lock(id, F_RDLCK, state.file.number) else { return nil }
        }
      }
      state.counts[id, default: 0] += 1
      return OpenDocument(id, in: self)
    }
  }

  fileprivate func close(_ id: ItemID) {
    state.withLock { state in
      guard let count = state.counts[id] else { return }
      state.counts[id] = count > 1 ? count - 1 : nil
      if count == 1, state.file.number >= 0 { _ = try? Self.lock(id, F_UNLCK, state.file.number) }
    }
  }

  /// Ensures that no mount has a document open, and that none opens it.
  ///
  /// - Parameter claims: What ensures it, for one document or several, until it is closed.
  /// - Returns: Whether no mount has it open.
  /// - Throws: As `open(_:)`.
  func claim(_ id: ItemID, with claims: inout Descriptor?) throws(StoreError) -> Bool {
    if claims == nil { claims = try openFile() }
    return claims.number < 0 ? true : try Self.lock(id, F_WRLCK, claims.number)
  }

  /// Whether a mount has a document open at the moment.
  func isOpen(_ id: ItemID) throws(StoreError) -> Bool {
    var claims: Descriptor?
    return try !claim(id, with: &claims)
  }

  private func openFile() throws(StoreError) -> Descriptor? {
    if let file = owner.open(path) { return file }
    if errno == EROFS { return nil }
    throw StoreError(errno: errno, "cannot open \(path)")
  }

  /// - Returns: Whether the lock was set.
  private static func lock(_ id: ItemID, _ kind: Int32, _ file: Int32) throws(StoreError) -> Bool {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(id.rawValue)
    lock.l_len = 1
    while fcntl(file, setLock, &lock) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return false
      default: throw StoreError(errno: errno, "cannot lock the documents that are open")
      }
    }
    return true
  }
}

/// A document that a program has open in a mount.
package final class OpenDocument: Sendable {
  private let id: ItemID
  private let documents: OpenDocuments

  fileprivate init(_ id: ItemID, in documents: OpenDocuments) {
    self.id = id
    self.documents = documents
  }

  deinit { documents.close(id) }
}
