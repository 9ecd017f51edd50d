package import Foundation
import Glibc
package import LinuxSystem
import Synchronization

/// The contents of documents: ordinary files beside the database, handed out by descriptor. Small contents lie in the database instead, and are handed out
/// as files in memory; whoever has a reader of the store need not have that file made (`StoreReader.smallContents`).
///
/// A file is made before the item that will own it, under a unique number, so that one commit makes it visible as a whole. Files that a crash
/// leaves without an owner are found by `check`. Each 256 consecutive numbers share a directory, so that files which were written together lie
/// together.
package final class ContentFiles: Sendable {
  package let directory: URL
  private let folder: Descriptor
  private let owner: StoreOwner
  let boot: BootIdentity?
  private let next: Atomic<Int64>
  /// As `next`, of small contents. They have numbers of their own, since files whose numbers lie together share a directory.
  private let nextSmall: Atomic<Int64>
  /// Reads small contents.
  let readers: ReaderPool?
  /// Which documents programs have open.
  package let openDocuments: OpenDocuments
  private let removed = Atomic<Int>(0)
  private let removedSmall = Atomic<Int>(0)
  /// Marks this process as one that makes content files, from the first one on.
  private let session = Mutex<SessionState>(SessionState())
  private let isMarked = Atomic<Bool>(false)
  /// Why contents could not be put on the disk.
  let synchronizationFailure = Mutex<StoreError?>(nil)
  private static let shardShift: Int64 = 8
  /// The shards known to exist, so that making a file needs no `mkdir`.
  private let shards = Mutex<Set<Int64>>([])
  /// The shard that new files are made in. It stays open, so that fsync(2) of a new document needs no free descriptor.
  private let newest = Mutex<OpenShard?>(nil)

  /// - Parameters:
  ///   - readers: Of the database that has the small contents.
  ///   - boot: This run of the machine.
  init(
    directory: URL, access: StoreAccess = .changing, readers: ReaderPool? = nil, boot: BootIdentity?
  ) throws(StoreError) {
    self.readers = readers
    self.directory = directory
    self.boot = boot
    let store = directory.deletingLastPathComponent()
    owner = StoreOwner(of: store)
    openDocuments = OpenDocuments(directory: store, owner: owner, access: access)
    if access == .changing, owner.makeFolder(directory.path) != 0 && errno != EEXIST {
      throw StoreError(errno: errno, "cannot create \(directory.path)")
    }
    guard let folder = Descriptor(opening: directory.path, O_RDONLY | O_DIRECTORY) else {
      throw StoreError(errno: errno, "cannot open \(directory.path)")
    }
    if access == .changing { Self.spreadDirectories(of: folder.number) }
    self.folder = folder
    next = Atomic((Timestamp.now.rawValue >> 8) << 8)
    nextSmall = Atomic(next.load(ordering: .relaxed))
  }

  /// The folder of all contents.
  var descriptor: Int32 { folder.number }

  /// Asks the file system to spread the directories in here over the disk (ioctl_iflags(2), `FS_TOPDIR_FL`).
  ///
  /// ext4 allocates a file's inode near its directory's, and skips each inode there that was freed in the last minutes. With all contents in one
  /// place that took 35 % of an untar after an `rm -r`. Other file systems ignore the flag, or refuse it.
  private static func spreadDirectories(of descriptor: Int32) {
    var flags: Int = 0
    guard ioctl(descriptor, 0x8008_6601, &flags) == 0, flags & 0x2_0000 == 0 else { return }
    flags |= 0x2_0000
    _ = ioctl(descriptor, 0x4008_6602, &flags)
  }

  /// Makes a new, empty content file, open for reading and writing.
  ///
  /// - Throws: `full` or `inputOutput`.
  package func create() throws(StoreError) -> NewContents {
    try mark()
    while true {
      let key = ContentKey(rawValue: next.wrappingAdd(1, ordering: .relaxed).newValue)
      try makeShard(of: key)
      if let file = owner.open(Self.path(key), in: descriptor, O_RDWR | O_EXCL) {
        return NewContents(key: key, file: file, in: self)
      }
      // It was empty, and another process has removed it just now.
      if errno == ENOENT {
        shards.withLock { _ = $0.remove(key.rawValue >> Self.shardShift) }
        continue
      }
      // Another process began with the same numbers: go on elsewhere.
      guard errno == EEXIST else { throw StoreError(errno: errno, "cannot create a content file") }
      next.wrappingAdd(Int64.random(in: 1...1 << 20), ordering: .relaxed)
    }
  }

  /// Makes a new content file with some bytes.
  ///
  /// - Throws: As `create()`.
  package func create(_ bytes: [UInt8]) throws(StoreError) -> NewContents {
    let new = try create()
    do throws(Errno) { try WholeFile.write(bytes, to: new.number) } catch {
      throw StoreError(errno: error.number, "cannot write contents")
    }
    return new
  }

  /// A number for small contents: the time, unless that was used. Called in a transaction, so by one thread at a time.
  func nextSmallKey() -> ContentKey {
    let next = max(nextSmall.load(ordering: .relaxed) + 1, Timestamp.now.rawValue)
    nextSmall.store(next, ordering: .relaxed)
    return ContentKey(rawValue: next).small
  }

  /// Marks this process before its first content file.
  private func mark() throws(StoreError) {
    if isMarked.load(ordering: .acquiring) { return }
    let first = ContentKey(rawValue: next.load(ordering: .relaxed))
    let directory = directory
    try session.withLock { (state) throws(StoreError) in
      guard state.session == nil else { return }
      state.session = try ContentSession(contents: directory, first: first, owner: owner, boot: boot)
    }
    isMarked.store(true, ordering: .releasing)
  }

  /// Ends the mark of this process cleanly. From now on it makes no content file.
  func endSession() {
    session.withLock { $0.session = nil }
    isMarked.store(false, ordering: .releasing)
  }

  /// The processes that have made content files.
  func sessions() -> ContentSession.Sessions {
    let own = session.withLock { $0.session?.first }
    return ContentSession.sessions(in: directory, boot: boot, own: own)
  }

  /// Whether a store has any content file.
  static func hasAny(in store: URL) -> Bool {
    let directory = store.appendingPathComponent("contents").path
    let manager = FileManager.default
    return ((try? manager.contentsOfDirectory(atPath: directory)) ?? []).contains { shard in
      shard != "sessions" && !((try? manager.contentsOfDirectory(atPath: directory + "/" + shard)) ?? []).isEmpty
    }
  }

  /// Opens contents; while a transaction has a lease of them, that waits for its commit.
  ///
  /// - Parameter flags: As for `open(2)`; `O_CLOEXEC` is added.
  /// - Throws: `damaged` when the file is not there.
  package func open(_ key: ContentKey, flags: Int32) throws(StoreError) -> Descriptor {
    if let file = try openAtOnce(key, flags: flags) { return file }
    // Only a regular file has leases; if it is a FIFO by now, the open must not wait for its other end.
    guard status(of: key) != nil else { throw failure(EWOULDBLOCK, key) }
    guard let file = Descriptor(opening: Self.path(key), flags | O_NOFOLLOW, in: descriptor), file.isFile else {
      throw failure(errno, key)
    }
    return file
  }

  /// Reads contents whole.
  ///
  /// - Parameters:
  ///   - size: How long they are in the row of their item. Others may have written more.
  ///   - limit: The most bytes that are read.
  /// - Throws: As `open(_:flags:)`; `inputOutput`.
  package func bytes(of key: ContentKey, about size: Int, atMost limit: Int) throws(StoreError) -> [UInt8] {
    if key.isSmall { return try Array(small(key).prefix(limit)) }
    let file = try open(key, flags: O_RDONLY)
    do throws(Errno) { return try WholeFile.read(file.number, about: size, atMost: limit) } catch {
      throw StoreError(errno: error.number, "cannot read the content file \(Self.path(key))")
    }
  }

  /// Opens contents without waiting.
  ///
  /// - Returns: `nil` while somebody has a lease of them.
  /// - Throws: As `open(_:flags:)`.
  func openAtOnce(_ key: ContentKey, flags: Int32) throws(StoreError) -> Descriptor? {
    if key.isSmall { return try openSmall(key, flags) }
    if let file = Descriptor(openingFile: Self.path(key), flags, in: descriptor) { return file }
    if errno == EWOULDBLOCK { return nil }
    throw failure(errno, key)
  }

  private func failure(_ number: Int32, _ key: ContentKey) -> StoreError {
    if number == ENOENT {
      return StoreError(
        .damaged, "the content file \(Self.path(key)) is missing; “fileprovider check” lists the affected items")
    }
    if let foreign = foreign(in: key) {
      return StoreError(
        .damaged,
        "\(Self.path(key)) is \(foreign), not a content file; “fileprovider check” lists the affected items")
    }
    return StoreError(errno: number, "cannot open the content file \(Self.path(key))")
  }

  /// Removes contents that no item has, or ever had. Programs that have them open can still use them.
  ///
  /// Contents that an item had are removed by `Transaction.discard`: after a loss of power the item may have them again.
  ///
  /// - Returns: Whether they were there.
  @discardableResult
  package func remove(_ key: ContentKey) -> Bool {
    guard unlinkat(descriptor, Self.path(key), 0) == 0 else { return false }
    removed.add(1, ordering: .relaxed)
    return true
  }

  /// Removes contents that are discarded.
  ///
  /// - Returns: Whether their file is gone now, removed by this call or before. Small contents go with the row that discards them.
  func isGone(_ key: ContentKey) -> Bool { key.isSmall || remove(key) || errno == ENOENT }

  /// Removes the directories of contents that are gone, where nothing else is in them. Otherwise each 256 files that were ever made would leave one.
  func removeEmptyShards(of keys: [ContentKey]) {
    let current = next.load(ordering: .relaxed) >> Self.shardShift
    for number in Set(keys.map { $0.rawValue >> Self.shardShift }) where number != current {
      guard unlinkat(descriptor, String(number, radix: 16), AT_REMOVEDIR) == 0 else { continue }
      shards.withLock { _ = $0.remove(number) }
    }
  }

  /// How many content files this process has removed.
  var removals: Int { removed.load(ordering: .relaxed) }

  /// How many small contents this process has removed: they make room for others, and not on the disk.
  var smallRemovals: Int { removedSmall.load(ordering: .relaxed) }

  func noteRemoval(ofSmall count: Int) { removedSmall.add(count, ordering: .relaxed) }

  /// The size in bytes, or `nil` when the file is not there.
  package func size(of key: ContentKey) -> Int64? {
    if key.isSmall { return sizeOfSmall(key) }
    return status(of: key).map { Int64($0.st_size) }
  }

  /// The room that contents occupy, in units of 512 bytes, or `nil` when the file is not there.
  package func blocks(of key: ContentKey) -> Int64? {
    if key.isSmall { return sizeOfSmall(key).map(Self.usualBlocks) }
    return status(of: key).map { Int64($0.st_blocks) }
  }

  /// The status of a content file on the disk, or `nil` when it is missing, even if something else is in its place.
  func status(of key: ContentKey) -> stat? {
    anyStatus(of: key).flatMap { $0.st_mode & S_IFMT == S_IFREG ? $0 : nil }
  }

  /// What is in the place of contents and is no file, in words, if there is anything.
  func foreign(in key: ContentKey) -> String? {
    anyStatus(of: key).flatMap { $0.st_mode & S_IFMT == S_IFREG ? nil : StoreFiles.kind($0.st_mode) }
  }

  private func anyStatus(of key: ContentKey) -> stat? {
    var status = stat()
    return fstatat(descriptor, Self.path(key), &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Moves what is in the place of contents and is no file out of the folder of contents, into a folder beside it.
  ///
  /// - Returns: Where it is now; `nil` when it could not be moved.
  func setAside(_ key: ContentKey) -> String? {
    let folder = directory.deletingLastPathComponent().appendingPathComponent("set-aside").path
    guard owner.makeFolder(folder) == 0 || errno == EEXIST else { return nil }
    let place = folder + "/" + String(key.rawValue, radix: 16)
    return renameat(descriptor, Self.path(key), AT_FDCWD, place) == 0 ? place : nil
  }

  /// The room that contents without holes occupy, in units of 512 bytes.
  @inline(__always) package static func usualBlocks(_ size: Int64) -> Int64 { ((size &+ 4095) >> 12) << 3 }

  /// The path of contents, for calls that take no descriptor.
  package func url(of key: ContentKey) -> URL { directory.appendingPathComponent(Self.path(key)) }

  /// Makes the directory entries of contents durable.
  package func synchronizeEntries(of keys: [ContentKey]) throws(StoreError) {
    let newest = newest.withLock { $0 }
    for name in Set(keys.map(Self.shard)) {
      let open = newest.flatMap { $0.name == name && $0.isThere ? $0 : nil }
      guard let shard = open ?? OpenShard(name, in: descriptor) else {
        // What was in it has left it, and it was removed.
        if errno == ENOENT { continue }
        throw StoreError(errno: errno, "cannot open \(name)")
      }
      guard fsync(shard.folder.number) == 0 else { throw StoreError(errno: errno, "cannot synchronize \(name)") }
    }
    guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, "cannot synchronize \(directory.path)") }
  }

  /// Calls `body` for every content file there is, from a number on.
  func forEach(from first: ContentKey = ContentKey(rawValue: .min), _ body: (ContentKey) throws -> Void) rethrows {
    let manager = FileManager.default
    for shard in (try? manager.contentsOfDirectory(atPath: directory.path)) ?? [] where shard != "sessions" {
      guard Int64(shard, radix: 16).map({ $0 >= first.rawValue >> Self.shardShift }) ?? true else { continue }
      for name in (try? manager.contentsOfDirectory(atPath: directory.path + "/" + shard)) ?? [] {
        if let value = Int64(name, radix: 16) { try body(ContentKey(rawValue: value)) }
      }
    }
  }

  private func makeShard(of key: ContentKey) throws(StoreError) {
    let number = key.rawValue >> Self.shardShift
    if shards.withLock({ $0.contains(number) }) { return }
    if owner.makeFolder(Self.shard(key), in: descriptor) != 0 && errno != EEXIST {
      throw StoreError(errno: errno, "cannot create \(Self.shard(key))")
    }
    if let opened = OpenShard(Self.shard(key), in: descriptor) { newest.withLock { $0 = opened } }
    shards.withLock {
      if $0.count > 1024 { $0.removeAll(keepingCapacity: true) }
      _ = $0.insert(number)
    }
  }

  static func shard(_ key: ContentKey) -> String { String(key.rawValue >> Self.shardShift, radix: 16) }
  static func path(_ key: ContentKey) -> String { shard(key) + "/" + String(key.rawValue, radix: 16) }
}

/// The folder of one shard.
private final class OpenShard: Sendable {
  let name: String
  let folder: Descriptor

  init?(_ name: String, in contents: Int32) {
    guard let folder = Descriptor(opening: name, O_RDONLY | O_DIRECTORY, in: contents) else { return nil }
    self.name = name
    self.folder = folder
  }

  /// False if it was removed since it was opened.
  var isThere: Bool {
    var status = stat()
    return fstat(folder.number, &status) == 0 && status.st_nlink > 0
  }
}

private struct SessionState: ~Copyable {
  var session: ContentSession?
}
