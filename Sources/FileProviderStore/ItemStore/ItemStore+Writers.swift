import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// A mount's name in the marks of documents that it writes. Other processes see that the mount is alive as long as this object exists.
package final class WriterSession: Sendable {
  package let name: String
  private let descriptor: Descriptor
  private let path: String

  fileprivate init(directory: URL) throws(StoreError) {
    name = UUID().uuidString
    path = WriterSession.path(name, in: directory)
    let folder = directory.appendingPathComponent("writers").path
    let owner = StoreOwner(of: directory)
    if owner.makeFolder(folder) != 0 && errno != EEXIST { throw StoreError(errno: errno, "cannot create \(folder)") }
    guard let file = owner.open(path) else { throw StoreError(errno: errno, "cannot create \(path)") }
    flock(file.number, LOCK_EX)
    descriptor = file
  }

  deinit { unlink(path) }

  fileprivate static func path(_ name: String, in directory: URL) -> String {
    directory.appendingPathComponent("writers/" + name).path
  }

  static func isAlive(_ name: String, in directory: URL) -> Bool {
    guard let file = Descriptor(openingFile: path(name, in: directory), O_RDONLY) else { return false }
    return flock(file.number, LOCK_SH | LOCK_NB) != 0
  }
}

extension ItemStore {
  /// Makes a name for a mount that is going to write. Other processes can find out when its process has died.
  package func makeWriterSession() throws(StoreError) -> WriterSession { try WriterSession(directory: directory) }

  /// Takes the sizes and times of documents that dead mounts were writing, in this run of the machine, from the contents themselves.
  ///
  /// The cost depends on the number of documents that were open for writing, not on the size of the store.
  ///
  /// Programs may outlive the mount and go on writing contents that the kernel has. As long as they do, the mark of the dead mount stays. And a mount that
  /// was killed counts as alive until the last of its threads has ended.
  ///
  /// - Parameters:
  ///   - isRepeated: Whether documents that are still written were looked at before, and need not be again.
  ///   - session: The name of the mount that asks, if it has one: its own marks do not count.
  /// - Returns: Whether nobody else still writes.
  @discardableResult
  package func reconcileWriters(
    author: String, isRepeated: Bool = false, excluding session: String? = nil
  ) throws(StoreError) -> Bool {
    let marks = try readCommitted { (reader) throws(StoreError) in try HousekeepingReader(reader).writerMarks() }
      .filter { $0.session != session }
    let dead = Set(marks.map(\.session)).filter { !WriterSession.isAlive($0, in: directory) }
    let left = marks.filter { dead.contains($0.session) }
    guard !left.isEmpty else { return marks.isEmpty }
    let written = try readCommitted { (reader) throws(StoreError) in
      var written: Set<ItemID> = []
      for mark in left {
        if let content = try reader.item(mark.item)?.content, contents.hasWriter(content) { written.insert(mark.item) }
      }
      return written
    }
    let due = isRepeated ? left.filter { !written.contains($0.item) } : left
    guard !due.isEmpty else { return false }
    try change(author: author) { (transaction) throws(StoreError) in
      for mark in due {
        if let item = try transaction.reader.item(mark.item) {
          _ = try RescueEditor(transaction).reconcile(item, isFetched: false)
        }
        // The change log may not have everything that was written.
        try transaction.noteChecksumIsDue(of: mark.item)
        if !written.contains(mark.item) { try transaction.closeWriting(of: mark.item, session: mark.session) }
      }
    }
    for name in dead { unlink(WriterSession.path(name, in: directory)) }
    return written.isEmpty && left.count == marks.count
  }
}

extension HousekeepingReader {
  /// The documents that are being written, and by which mounts.
  func writerMarks() throws(StoreError) -> [(item: ItemID, session: String)] {
    let statement = try reader.statement("SELECT item, session FROM writers")
    defer { statement.reset() }
    var marks: [(item: ItemID, session: String)] = []
    while try statement.step() {
      let session = statement.text(1)
      if ContentMark.isSession(session) { marks.append((ItemID(rawValue: statement.integer(0)), session)) }
    }
    return marks
  }
}
