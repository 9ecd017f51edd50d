import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// The folder of contents that are being sent: copies that nobody writes. Each is removed when the outcome of its call is known.
struct ContentSnapshots: Sendable {
  let folder: URL

  init(of store: ItemStore) { folder = store.directory.appendingPathComponent("sending") }

  /// The copy of a document's contents that was sent, or is being sent, if it is there.
  func url(of id: ItemID) -> URL { folder.appendingPathComponent("\(id.rawValue)") }

  /// How many bytes such a copy has.
  func size(of id: ItemID) -> Int64? {
    var status = stat()
    return stat(url(of: id).path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Takes a copy out of the way of the next one, until it is known whether it is needed.
  func setAside(_ id: ItemID) { rename(url(of: id).path, aside(id).path) }

  /// Removes a copy that was set aside.
  func removeAside(_ id: ItemID) { unlink(aside(id).path) }

  /// Puts a copy back that was set aside, unless there is a newer one.
  func takeBack(_ id: ItemID) {
    link(aside(id).path, url(of: id).path)
    removeAside(id)
  }

  private func aside(_ id: ItemID) -> URL { folder.appendingPathComponent("\(id.rawValue)\(Self.aside)") }

  private static let aside = ".aside"

  /// Has the copy of one document also count as that of another, which is from now on what the provider knows by it.
  func share(of id: ItemID, with other: ItemID) {
    unlink(url(of: other).path)
    link(url(of: id).path, url(of: other).path)
  }

  /// Removes what a process has left that was killed.
  ///
  /// - Parameter isWanted: Whether the copy of a document is to be compared with what the provider has.
  func sweep(except isWanted: (ItemID) throws(StoreError) -> Bool) throws(StoreError) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      let isAside = name.hasSuffix(Self.aside)
      if let id = Int64(isAside ? name.dropLast(Self.aside.count) : name[...]).map({ ItemID(rawValue: $0) }),
        try isWanted(id)
      {
        // The process ended before the commit after which it is not needed any more.
        if isAside { takeBack(id) }
        continue
      }
      unlink(folder.appendingPathComponent(name).path)
    }
  }

  /// Makes a copy of a document's contents that does not change any more; an empty file for none.
  ///
  /// - Parameter id: The document.
  /// - Returns: `nil` when they changed while they were copied, again and again.
  /// - Throws: `full` when there is no room for it; `damaged` when the contents are gone.
  func make(
    of id: ItemID, _ key: ContentKey?, in contents: ContentFiles, by copier: ContentCopier
  ) throws(StoreError) -> URL? {
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
      throw StoreError(errno: errno, "cannot create \(folder.path)")
    }
    let url = url(of: id)
    for _ in 0..<Self.tries {
      unlink(url.path)
      if try copy(key, to: url.path, contents, copier) { return url }
    }
    unlink(url.path)
    return nil
  }

  private static let tries = 3
  /// How much room is left to others. A small copy leaves less: only what was sent can be evicted, so it must be possible to send it where little is left.
  private static func spare(besides size: UInt64) -> UInt64 { min(64 << 20, size * 8) }

  private func copy(
    _ key: ContentKey?, to path: String, _ contents: ContentFiles, _ copier: ContentCopier
  ) throws(StoreError) -> Bool {
    guard let target = Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) else {
      throw StoreError(errno: errno, "cannot create \(path)")
    }
    guard let key else { return true }
    do throws(StoreError) { return try copy(contents.open(key, flags: O_RDONLY), to: target, copier) } catch {
      unlink(path)
      throw error
    }
  }

  private func copy(
    _ source: borrowing Descriptor, to target: borrowing Descriptor, _ copier: ContentCopier
  ) throws(StoreError) -> Bool {
    guard let before = Self.status(source) else { throw StoreError(errno: errno, "cannot examine contents") }
    if !copier.share(source.number, before, with: target.number) {
      try checkRoom(for: UInt64(before.st_blocks) * 512)
      try copier.copy(source.number, before, into: target.number)
    }
    guard let after = Self.status(source) else { return false }
    return after.st_size == before.st_size && after.st_mtim.tv_sec == before.st_mtim.tv_sec
      && after.st_mtim.tv_nsec == before.st_mtim.tv_nsec && after.st_ctim.tv_sec == before.st_ctim.tv_sec
      && after.st_ctim.tv_nsec == before.st_ctim.tv_nsec
  }

  private static func status(_ file: borrowing Descriptor) -> stat? {
    var status = stat()
    return fstat(file.number, &status) == 0 ? status : nil
  }

  private func checkRoom(for size: UInt64) throws(StoreError) {
    var room = statvfs()
    guard statvfs(folder.path, &room) == 0 else { return }
    guard UInt64(room.f_bavail) * UInt64(room.f_frsize) >= size + Self.spare(besides: size) else {
      throw StoreError(.full, "not enough space on this machine for a copy of the contents to upload")
    }
  }
}

/// Copies of sent contents that are not needed any more once a transaction is committed.
struct EndedCopies {
  let snapshots: ContentSnapshots
  private var ended: [ItemID] = []

  init(snapshots: ContentSnapshots) { self.snapshots = snapshots }

  /// Sets aside the copy of a document, and of one that it has replaced since: as soon as the transaction is committed, the next call may make a copy of
  /// its own.
  mutating func end(sentOf id: ItemID, _ transaction: Transaction) throws(StoreError) {
    let former = try ReplicationEditor(transaction).takeFormerOwnerOfSentContents(of: id)
    for id in [id, former].compactMap({ $0 }) {
      ended.append(id)
      snapshots.setAside(id)
    }
  }

  func remove() { for id in ended { snapshots.removeAside(id) } }

  func takeBack() { for id in ended { snapshots.takeBack(id) } }
}
