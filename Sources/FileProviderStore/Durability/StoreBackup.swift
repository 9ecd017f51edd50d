package import Foundation
import Glibc
import LinuxSystem
import SQLite

/// A store in one file, made while it is in use: a `tar` archive of the database and the contents.
///
/// The database is copied from one view of it, page by page, while others write. Contents are kept from going by hard links: most are
/// linked before the view is taken, and only those that came meanwhile under the write lock, so nobody waits for long. A document that is
/// being written while it is archived is in the archive as a crash would have left it; everything else is as it was in that view.
package enum StoreBackup {
  /// Archives a store.
  ///
  /// - Parameters:
  ///   - store: May be mounted and written meanwhile.
  ///   - file: Is replaced in one step when the archive is complete and on disk.
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
    // In place of a closed descriptor there is /dev/null, where tar(1) writes nothing and reports success.
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
    try reader.statement("COMMIT").run()
    try runTar(create + ["--directory", staging.path, "."], output: output, isCancelled)
  }

  /// Makes the same in a temporary directory for a store on a disk where nothing can be written: nobody changes it, and
  /// its contents can have no other names there, so symbolic links stand for them.
  private static func stageFrozen(_ store: ItemStore, in staging: URL) throws(StoreError) {
    try linkAll(of: store, into: staging, isSymbolic: true)
    try copyDatabase(of: store.makeCommittedReader(), into: staging)
  }

  private static func copyDatabase(of reader: StoreReader, into staging: URL) throws(StoreError) {
    let copy = staging.appendingPathComponent("items.sqlite").path
    try reader.connection.converting { () throws(SQLiteError) in try reader.connection.copy(to: copy) }
  }

  /// Makes a store from an archive.
  ///
  /// The new store has a name of its own in tokens: anchors of the old one expire instead of meaning something else. When this returns all of it
  /// is on the disk, and in its place.
  ///
  /// - Parameters:
  ///   - directory: Must not exist.
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
      throw StoreError(errno: errno, "cannot make \(directory.path)")
    }
    try synchronizeDirectory(directory.deletingLastPathComponent().path)
  }

  private static let author = "org.openfileprovider.restore"

  /// Makes what was extracted a store of its own, and closes it.
  ///
  /// The archive has the contents that its documents had, whatever of them was on the disk when it was made, and however often the machine has
  /// stopped since: nothing of it was lost, so nothing that was replaced is taken back. That is why no run of the machine is named here.
  private static func makeItsOwn(_ directory: URL) throws(StoreError) {
    let store = try ItemStore(directory: directory, boot: nil, isArchived: true, pace: .onDemand)
    // What was written while it was archived is there as a crash would have left it, and is taken as it is after one.
    try store.reconcileWriters(author: author)
    try reconcileSizes(of: store)
    try store.change(author: author) { (transaction) throws(StoreError) in
      try transaction.setSetting("uuid", to: UUID().uuidString)
      try transaction.reader.statement(.deleteWriters).run()
      // What was written while it was archived need not be what its checksum is of.
      try transaction.forgetChecksums()
    }
    // What was replaced goes with the marks.
    try store.finish()
    // They are of the store that was archived.
    for url in [SyncWitness.url(in: directory), WakeFile.url(in: directory)] { unlink(url.path) }
  }

  /// A document may have been opened and written after the view was taken that is in the archive, which has no mark of that.
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
        for item in changed { _ = try transaction.reconcile(item, isFetched: false) }
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
    // A document that had its first byte just now has contents, and no row in the log that says so: see `adoptContents`.
    var changed = Set(try reader.writerMarks().map(\.item))
    try reader.forEachLogRow(after: generation) { row in
      changed.insert(row.item)
      return true
    }
    for id in changed {
      guard let content = try reader.item(id)?.content else { continue }
      try link(content, of: store, into: staging)
    }
  }

  /// Links a content file. One that is gone meanwhile was discarded: the view that is archived knows whether it matters.
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

  /// - Parameter output: What tar has as its standard output; nothing when `nil`.
  private static func runTar(
    _ arguments: [String], output: Int32? = nil, _ isCancelled: () -> Bool
  ) throws(StoreError) {
    guard let pipe = LinuxSystem.Pipe() else { throw StoreError(errno: errno, "cannot run tar") }
    var launch = ProcessLaunch("tar", words: ["tar"] + arguments)
    // What it says is compared with English words below.
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
      if isCancelled() { throw StoreError(.inputOutput, "it was interrupted") }
      let isFull = said.contains("No space left") || said.contains("Wrote only")
      let reason = said.split(separator: "\n").first.map(String.init) ?? "it ended with \(ending)"
      throw StoreError(
        isFull ? .full : arguments.first == "--extract" ? .damaged : .inputOutput,
        reason.hasPrefix("tar: ") ? reason : "tar: \(reason)")
    }
  }

  /// Reads what tar says until it ends.
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
