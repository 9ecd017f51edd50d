package import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite

/// Archives a store in one file while it is in use: a `tar` archive of the database and the contents.
///
/// The database is copied page by page from one read transaction, while other processes write. Hard links keep the contents from being removed:
/// most are made before the transaction begins, and only those of documents that changed meanwhile under the write lock, so that no writer waits
/// for long. A document that is written while it is archived is in the archive as a crash would have left it; everything else is as that
/// transaction sees it.
package enum StoreBackup {
  /// Archives a store.
  ///
  /// - Parameters:
  ///   - store: The store, which may be mounted and written meanwhile.
  ///   - file: The archive, replaced in one step when the new one is complete and on the disk.
  ///   - isCancelled: Whether to give up; asked from time to time.
  /// - Throws: `full` or `inputOutput`, and then the file is as it was.
  package static func write(
    _ store: ItemStore, to file: URL, isCancelled: () -> Bool = { false }
  ) throws(StoreError) {
    let temporary = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).\(getpid())")
    defer { try? FileManager.default.removeItem(at: temporary) }
    try archive(store, ["--file", temporary.path], output: nil, isCancelled)
    try synchronize(temporary)
    guard rename(temporary.path, file.path) == 0 else { throw StoreError(errno: errno, "cannot write \(file.path)") }
    try synchronizeDirectory(file.deletingLastPathComponent().path)
  }

  /// Archives a store into a pipe or an open file.
  package static func write(
    _ store: ItemStore, to descriptor: Int32, isCancelled: () -> Bool = { false }
  ) throws(StoreError) {
    // tar(1) writes nothing to /dev/null, which stands in for a closed descriptor, and reports success.
    let mode = fcntl(descriptor, F_GETFL)
    guard mode >= 0, mode & O_ACCMODE != O_RDONLY else { throw StoreError(errno: EBADF, "cannot write the archive") }
    try archive(store, ["--file", "-"], output: descriptor, isCancelled)
  }

  private static func archive(
    _ store: ItemStore, _ target: [String], output: Int32?, _ isCancelled: () -> Bool
  ) throws(StoreError) {
    let isFrozen = try FrozenStore.isFrozen(store.directory)
    let parent = isFrozen ? FileManager.default.temporaryDirectory : store.directory
    let staging = parent.appendingPathComponent("backup-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: staging) }
    try makeDirectories(staging.appendingPathComponent("contents").path)
    let create = ["--create", "--sparse"] + target
    if isFrozen {
      try stageFrozen(store, in: staging)
      return try runTar(create + ["--dereference", "--directory", staging.path, "."], output: output, isCancelled)
    }
    let before = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    try linkAll(of: store, into: staging)
    let reader = try store.makeCommittedReader()
    try store.withoutWriters { () throws(StoreError) in
      try reader.statement("BEGIN").run()
      _ = try reader.generation()
      try linkChanged(since: before, of: store, reader: reader, into: staging)
    }
    try copyDatabase(of: reader, into: staging)
    try unlinkOwnerless(reader, in: staging)
    try reader.statement("COMMIT").run()
    try runTar(create + ["--directory", staging.path, "."], output: output, isCancelled)
  }

  /// Prepares the archive of a store on a read-only disk in a temporary directory. No process can change such a store. Hard links cannot be made
  /// there, so symbolic links take their place.
  private static func stageFrozen(_ store: ItemStore, in staging: URL) throws(StoreError) {
    try linkAll(of: store, into: staging, isSymbolic: true)
    try copyDatabase(of: store.makeCommittedReader(), into: staging)
  }

  private static func copyDatabase(of reader: StoreReader, into staging: URL) throws(StoreError) {
    let copy = staging.appendingPathComponent("items.sqlite").path
    try reader.connection.converting { () throws(SQLiteError) in try reader.connection.copy(to: copy) }
  }

  /// Makes a new store of an archive.
  ///
  /// The new store has an identity of its own in tokens, so anchors of the old store expire instead of meaning something else. When this returns,
  /// the store is complete and on the disk.
  ///
  /// - Parameters:
  ///   - directory: The directory of the new store. It must not exist.
  ///   - isCancelled: Whether to give up; asked from time to time.
  /// - Throws: `exists`; `damaged` when the archive is not one of ours, and then nothing is left behind.
  package static func restore(
    _ file: URL, to directory: URL, isCancelled: () -> Bool = { false }
  ) throws(StoreError) {
    guard !FileManager.default.fileExists(atPath: directory.path) else {
      throw StoreError(.exists, "\(directory.path) exists already; remove the domain or give another name")
    }
    let staging = directory.deletingLastPathComponent()
      .appendingPathComponent(".restore-\(UUID().uuidString)")
    try makeDirectories(staging.path)
    defer { try? FileManager.default.removeItem(at: staging) }
    try runTar(["--extract", "--file", file.path, "--directory", staging.path, "--no-same-owner"], isCancelled)
    guard FileManager.default.fileExists(atPath: staging.appendingPathComponent("items.sqlite").path) else {
      throw StoreError(.damaged, "\(file.path) is not the backup of a domain")
    }
    chmod(staging.path, 0o700)
    try makeItsOwn(staging)
    try synchronizeAll(in: staging)
    guard rename(staging.path, directory.path) == 0 else {
      throw StoreError(errno: errno, "cannot create \(directory.path)")
    }
    try synchronizeDirectory(directory.deletingLastPathComponent().path)
  }

  private static let author = "org.openfileprovider.restore"

  /// Makes the extracted files a store of their own, and closes it.
  ///
  /// The archive has the contents that the documents had when it was made, whether they were on the disk then or not, and however often the machine
  /// has stopped since. None of them can be lost, so no replaced contents are taken back. That is why no run of the machine is given here.
  private static func makeItsOwn(_ directory: URL) throws(StoreError) {
    let store = try ItemStore(directory: directory, boot: nil, isArchived: true, pace: .onDemand)
    // Documents that were written while they were archived are recovered as after a crash.
    try store.reconcileWriters(author: author)
    try reconcileSizes(of: store)
    try store.change(author: author) { (transaction) throws(StoreError) in
      try transaction.changeSetting("uuid", to: UUID().uuidString)
      try transaction.reader.statement(.deleteWriters).run()
      // The contents of such a document may not match its checksum.
      try CheckEditor(transaction).forgetChecksums()
      // The archive has no room that was allocated ahead.
      try transaction.reader.statement(.forgetBlocks).run()
    }
    // Replaced contents are removed with the marks.
    try store.finish()
    // These belong to the store that was archived.
    for url in [SyncWitness.url(in: directory), WakeFile.url(in: directory)] { unlink(url.path) }
  }

  /// Reconciles documents that were opened and written after the database was copied, so that the copy has no mark of that.
  private static func reconcileSizes(of store: ItemStore) throws(StoreError) {
    var key = ItemID.none
    while true {
      let batch = try store.readCommitted { (reader) throws(StoreError) in try reader.documents(after: key, limit: 1000)
      }
      guard let last = batch.last else { return }
      key = last.id
      let changed = batch.filter { item in
        item.content.flatMap { store.contents.size(of: $0) }.map { $0 != item.size } ?? false
      }
      guard !changed.isEmpty else { continue }
      try store.change(author: author) { (transaction) throws(StoreError) in
        for item in changed { _ = try RescueEditor(transaction).reconcile(item, isFetched: false) }
      }
    }
  }

  /// Returns when everything in a directory is on the disk: files first, then the names in their folders.
  private static func synchronizeAll(in directory: URL) throws(StoreError) {
    var folders = [directory.path]
    let entries = FileManager.default.enumerator(atPath: directory.path)
    while let name = entries?.nextObject() as? String {
      let path = directory.appendingPathComponent(name).path
      switch entries?.fileAttributes?[.type] as? FileAttributeType {
      case .typeDirectory: folders.append(path)
      case .typeRegular: try synchronize(URL(fileURLWithPath: path))
      default: break
      }
    }
    for folder in folders.reversed() { try synchronizeDirectory(folder) }
  }

  private static func linkAll(
    of store: ItemStore, into staging: URL, isSymbolic: Bool = false
  ) throws(StoreError) {
    var failure: StoreError?
    store.contents.forEach { key in
      guard failure == nil else { return }
      do throws(StoreError) { try link(key, of: store, into: staging, isSymbolic: isSymbolic) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private static func linkChanged(
    since generation: Generation, of store: ItemStore, reader: StoreReader, into staging: URL
  ) throws(StoreError) {
    // A document that has just been given its first contents has no row in the change log for that; see `adoptContents`.
    var changed = Set(try HousekeepingReader(reader).writerMarks().map(\.item))
    try LogReader(reader).forEachLogRow(after: generation) { row in
      changed.insert(row.item)
      return true
    }
    for id in changed {
      var content = try reader.item(id)?.content
      if content == nil { content = try RescueReader(reader).removedContent(of: id) }
      if let content { try link(content, of: store, into: staging) }
    }
  }

  /// Removes the links to contents that the copy of the database does not name: those that were removed, or moved into the database, since they were linked.
  private static func unlinkOwnerless(_ reader: StoreReader, in staging: URL) throws(StoreError) {
    var owned: Set<ContentKey> = []
    try reader.forEachOwnedContent(from: ContentKey(rawValue: .min)) { owned.insert($0) }
    let linked = try ContentFiles(
      directory: staging.appendingPathComponent("contents"), access: .reading, boot: nil)
    linked.forEach { key in if !owned.contains(key) { linked.remove(key) } }
  }

  /// Links a content file. A file that is gone was discarded meanwhile, and is passed over.
  private static func link(
    _ key: ContentKey, of store: ItemStore, into staging: URL, isSymbolic: Bool = false
  ) throws(StoreError) {
    try store.contents.link(key, into: staging.appendingPathComponent("contents"), isSymbolic: isSymbolic)
  }

  private static func synchronize(_ file: URL) throws(StoreError) {
    guard let opened = Descriptor(opening: file.path, O_RDONLY) else {
      throw StoreError(errno: errno, "cannot open \(file.path)")
    }
    guard fsync(opened.number) == 0 else { throw StoreError(errno: errno, "cannot write \(file.path)") }
  }

  /// - Parameter output: The standard output of tar; `nil` for none.
  private static func runTar(
    _ arguments: [String], output: Int32? = nil, _ isCancelled: () -> Bool
  ) throws(StoreError) {
    guard let pipe = LinuxSystem.Pipe() else { throw StoreError(errno: errno, "cannot run tar") }
    var launch = ProcessLaunch("tar", words: ["tar"] + arguments)
    // Its messages are compared with English words below.
    launch.variables = [("LC_ALL", "C")]
    launch.output = output.map { .descriptor($0) } ?? .null
    launch.errors = .descriptor(pipe.writing.number)
    // An interruption at the terminal reaches this process alone, which ends tar.
    launch.group = .own
    let tar: ChildProcess
    do throws(Errno) { tar = try launch.start() } catch { throw StoreError(errno: error.number, "cannot run tar") }
    let messages = pipe.closingWriting()
    let said = messagesOfTar(messages.number) { if isCancelled() { kill(tar.number, SIGKILL) } }
    let ending = tar.wait()
    guard ending.isSuccess else {
      if isCancelled() { throw StoreError(.inputOutput, "interrupted") }
      let isFull = said.contains("No space left") || said.contains("Wrote only")
      let reason = said.split(separator: "\n").first.map(String.init) ?? "it ended with \(ending)"
      throw StoreError(
        isFull ? .full : arguments.first == "--extract" ? .damaged : .inputOutput,
        reason.hasPrefix("tar: ") ? reason : "tar: \(reason)")
    }
  }

  /// Reads tar's messages until it exits.
  ///
  /// - Parameter tick: Called ten times a second.
  private static func messagesOfTar(_ descriptor: Int32, tick: () -> Void) -> String {
    var said: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&state, 1, 100)
      tick()
      if ready <= 0 { continue }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return String(decoding: said, as: UTF8.self) }
      said += buffer[..<count]
    }
  }
}
