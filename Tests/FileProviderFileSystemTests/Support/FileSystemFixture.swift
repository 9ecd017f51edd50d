import FileProviderStore
import Foundation
import Glibc
import Logging
import TestSupport

@testable import FileProviderFileSystem

/// A file system over a store of its own, called without a kernel.
final class FileSystemFixture {
  private let temporary: TemporaryStore
  var directory: URL { temporary.directory }
  var store: ItemStore { temporary.store }
  let fileSystem: FileSystem
  let context: RequestContext
  /// What a follower of the log has.
  let following: FollowerContext
  /// Reads what is committed.
  var committed: CommittedReader { following.committed }

  /// Whether documents get content files, however small they are: they are written in two steps.
  let makesFiles: Bool

  /// - Parameters:
  ///   - makesFiles: Whether documents get content files, however small they are.
  ///   - place: Where a store is already; `nil` for a new one.
  ///   - pace: Contents are put on the disk and removed from it when a test says so, unless this says otherwise.
  init(
    makesFiles: Bool = false, in place: TestDirectory? = nil,
    source: ((ItemStore) -> any ContainerSource)? = nil, threads: ChangingThreads = ChangingThreads(),
    boot: BootIdentity? = .current, pace: HousekeepingPace = .onDemand,
    options change: (inout FileSystemOptions) -> Void = { _ in }
  ) throws {
    self.makesFiles = makesFiles
    temporary = try TemporaryStore(in: place, threads: threads, boot: boot, pace: pace)
    let store = temporary.store
    var options = FileSystemOptions()
    options.listingDeadline = 60
    options.contentsDeadline = 60
    options.fetchesForOthers = true
    change(&options)
    fileSystem = FileSystem(store: store, source: source?(store), options: options)
    context = try RequestContext(store, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    following = try FollowerContext(store, logger: context.logger)
    context.caller = Caller(user: 1000, group: 1000, process: 1)
  }

  /// Makes calls as the kernel edge does: a request that has to wait for the source is parked, and answered from its beginning when it is due.
  func serving<Result>(_ body: () throws -> Result) throws -> Result {
    defer { context.answer = nil }
    while true {
      do { return try body() } catch let error as ErrorNumber where error == .waiting {}
      guard let need = context.need, let requests = fileSystem.parked else { throw ErrorNumber.inputOutput }
      context.need = nil
      guard requests.park(ParkedRequest(number: 1, bytes: []), for: need) else { throw ErrorNumber.inputOutput }
      eventually {
        guard let due = requests.takeDue() else { return false }
        context.answer = due.answer
        return true
      }
    }
  }

  func bytes<Result>(_ name: String, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Array(name.utf8).withUnsafeBytes { try body($0) }
  }

  func lookup(_ name: String, in parent: InodeNumber = .root) throws -> NodeAttributes? {
    try serving { try bytes(name) { try fileSystem.lookup($0, in: parent, context) } }
  }

  /// The inode at a path.
  func inode(_ path: String) throws -> InodeNumber {
    var current = InodeNumber.root
    for name in path.split(separator: "/") {
      guard let node = try lookup(String(name), in: current) else { throw ErrorNumber.noEntry }
      current = node.inode
    }
    return current
  }

  @discardableResult
  func makeFolder(_ name: String, in parent: InodeNumber = .root, mode: UInt32 = 0o755) throws -> InodeNumber {
    try bytes(name) { try fileSystem.make(.folder, $0, in: parent, mode: mode, context).inode }
  }

  /// Makes a folder in somebody's name.
  @discardableResult
  func makeFolder(_ name: String, as user: UInt32) throws -> InodeNumber {
    let caller = context.caller
    defer { context.caller = caller }
    context.caller = Caller(user: user, group: user, process: 1)
    return try makeFolder(name)
  }

  func create(_ name: String, in parent: InodeNumber = .root, mode: UInt32 = 0o644) throws -> (
    InodeNumber, HandleNumber
  ) {
    let (node, file) = try bytes(name) {
      try fileSystem.create($0, in: parent, mode: mode, OpenMode(flags: O_RDWR), context)
    }
    return (node.inode, file.handle)
  }

  /// Makes a document with contents, and closes it.
  @discardableResult
  func makeFile(_ name: String, _ text: String, in parent: InodeNumber = .root) throws -> InodeNumber {
    let (inode, handle) = try create(name, in: parent)
    try write(text, to: handle)
    try close(handle)
    return inode
  }

  func write(_ text: String, to handle: HandleNumber, at offset: Int64 = 0) throws {
    if makesFiles {
      let first = String(text.prefix(1))
      _ = try bytes(first) { try fileSystem.write(.memory($0), to: handle, at: offset, isCached: false, context) }
    }
    let count = try bytes(text) { try fileSystem.write(.memory($0), to: handle, at: offset, isCached: false, context) }
    guard count == text.utf8.count else { throw ErrorNumber.inputOutput }
  }

  func close(_ handle: HandleNumber) throws {
    try fileSystem.flush(handle, context)
    try fileSystem.release(handle, context)
  }

  func read(_ handle: HandleNumber) throws -> String {
    switch try fileSystem.contents(of: handle, context) {
    case .generated(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .file(let file):
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = pread(file.descriptor, &buffer, buffer.count, 0)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
  }

  func contents(_ path: String) throws -> String {
    let inode = try inode(path)
    let opened = try serving { try fileSystem.open(inode, OpenMode(flags: O_RDONLY), context) }
    defer { try? fileSystem.release(opened.handle, context) }
    return try read(opened.handle)
  }

  @discardableResult
  func link(_ inode: InodeNumber, as name: String) throws -> NodeAttributes {
    try bytes(name) { try fileSystem.link(inode, as: $0, in: .root, context) }
  }

  func unlink(_ name: String, in parent: InodeNumber = .root) throws {
    try bytes(name) { try fileSystem.unlink($0, in: parent, context) }
  }

  func rename(
    _ name: String, to newName: String, in parent: InodeNumber = .root, _ mode: FileSystem.RenameMode = .replacing
  ) throws {
    try bytes(name) { old in
      try bytes(newName) { try fileSystem.rename(old, in: parent, to: $0, in: parent, mode, context) }
    }
  }

  /// Moves something from one folder to another.
  func move(
    _ name: String, in parent: InodeNumber, to newName: String, in newParent: InodeNumber,
    _ mode: FileSystem.RenameMode = .replacing
  ) throws {
    try bytes(name) { old in
      try bytes(newName) { try fileSystem.rename(old, in: parent, to: $0, in: newParent, mode, context) }
    }
  }

  func removeFolder(_ name: String, in parent: InodeNumber = .root) throws {
    try bytes(name) { try fileSystem.removeFolder($0, in: parent, context) }
  }

  /// The names in a directory, read so many at a time.
  func list(_ inode: InodeNumber, inStepsOf time: Int = .max) throws -> [String] {
    let (handle, _) = try serving { try fileSystem.openDirectory(inode, context) }
    defer { fileSystem.releaseDirectory(handle) }
    var names: [String] = []
    var offset = ListingOffset.start
    while true {
      var count = 0
      try fileSystem.readDirectory(handle, from: offset, withAttributes: true, context) { _, name, next in
        guard count < time else { return false }
        count += 1
        offset = next
        names.append(String(decoding: name, as: UTF8.self))
        return true
      }
      if count == 0 { return names }
    }
  }

  /// The rows of the log after a generation.
  func log(after generation: Generation) throws -> [LogRow] {
    var rows: [LogRow] = []
    try LogReader(committed).forEachLogRow(after: generation) { (row) throws(StoreError) in
      rows.append(copy row)
      return true
    }
    return rows
  }
}

/// The error number that a call fails with, or `nil`.
func failure(_ body: () throws -> Void) -> ErrorNumber? {
  do {
    try body()
    return nil
  } catch { return error as? ErrorNumber ?? .inputOutput }
}
