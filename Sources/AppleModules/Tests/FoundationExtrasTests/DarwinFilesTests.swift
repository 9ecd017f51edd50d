import CDarwin
import FoundationExtras
import TestSupport
import Testing

/// The functions of macOS for files, on a file of this test's own.
@Suite struct DarwinFilesTests {
  private let folder: URL
  private var file: URL { folder.appendingPathComponent("file") }
  private var other: URL { folder.appendingPathComponent("other") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("darwin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("one".utf8).write(to: file)
  }

  private func clean() { try? FileManager.default.removeItem(at: folder) }

  @Test func `an extended attribute has the name that it has on macOS`() throws {
    defer { clean() }
    let (name, value) = ("com.example.colour", Array("red".utf8))
    #expect(getxattr(file.path, name, nil, 0, 0, 0) == -1 && errno == ENOATTR)
    #expect(setxattr(file.path, name, value, value.count, 0, XATTR_REPLACE) == -1 && errno == ENOATTR)
    #expect(setxattr(file.path, name, value, value.count, 0, XATTR_CREATE | XATTR_NOFOLLOW) == 0)
    #expect(setxattr(file.path, name, value, value.count, 0, XATTR_CREATE) == -1 && errno == EEXIST)
    #expect(setxattr(file.path, name, value, value.count, 4, 0) == -1 && errno == EINVAL)
    var read = [UInt8](repeating: 0, count: 8)
    #expect(getxattr(file.path, name, nil, 0, 0, 0) == 3)
    #expect(getxattr(file.path, name, &read, 8, 0, XATTR_NOFOLLOW) == 3 && read.starts(with: value))
    #expect(getxattr(file.path, "user." + name, nil, 0, 0, 0) == 3)
    var names = [CChar](repeating: 0, count: 64)
    #expect(listxattr(file.path, nil, 0, 0) == name.utf8.count + 1)
    #expect(listxattr(file.path, &names, 4, 0) == -1 && errno == ERANGE)
    #expect(listxattr(file.path, &names, 64, XATTR_NOFOLLOW) == name.utf8.count + 1)
    #expect(names.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } == name)
    #expect(getxattr(file.path, String(repeating: "n", count: 251), nil, 0, 0, 0) == -1 && errno == ENAMETOOLONG)
    let descriptor = open(file.path, O_RDWR | O_EVTONLY)
    defer { close(descriptor) }
    #expect(fsetxattr(descriptor, "two", value, 1, 0, 0) == 0 && fgetxattr(descriptor, "two", nil, 0, 0, 0) == 1)
    #expect(fremovexattr(descriptor, "two", 0) == 0 && flistxattr(descriptor, nil, 0, 0) == name.utf8.count + 1)
    #expect(removexattr(file.path, name, 0) == 0 && listxattr(file.path, nil, 0, 0) == 0)
  }

  @Test func `a copy has the contents, the attributes and the dates`() throws {
    defer { clean() }
    #expect(setxattr(file.path, "colour", "red", 3, 0, 0) == 0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: file.path)
    #expect(copyfile(file.path, other.path, nil, copyfile_flags_t(COPYFILE_ALL)) == 0)
    #expect(try String(contentsOf: other, encoding: .utf8) == "one")
    #expect(getxattr(other.path, "colour", nil, 0, 0, 0) == 3)
    var information = stat()
    #expect(stat(other.path, &information) == 0 && information.st_mtimespec.tv_sec == 1_000)
    #expect(information.st_ctimespec.tv_sec > 1_000 && information.st_atimespec.tv_sec > 0)
    #expect(information.st_birthtimespec.tv_sec == information.st_ctimespec.tv_sec)
  }

  @Test func `a copy replaces a longer file, unless it is told not to, and takes no folder`() throws {
    defer { clean() }
    try Data("longer than the other".utf8).write(to: other)
    #expect(
      copyfile(file.path, other.path, nil, copyfile_flags_t(COPYFILE_DATA | COPYFILE_EXCL)) == -1 && errno == EEXIST)
    #expect(copyfile(file.path, other.path, nil, copyfile_flags_t(COPYFILE_CLONE)) == -1 && errno == EEXIST)
    let state = copyfile_state_alloc()
    defer { copyfile_state_free(state) }
    #expect(copyfile(file.path, other.path, state, copyfile_flags_t(COPYFILE_DATA)) == 0)
    #expect(try String(contentsOf: other, encoding: .utf8) == "one")
    #expect(copyfile(file.path, file.path, nil, copyfile_flags_t(COPYFILE_ALL)) == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == "one")
    #expect(copyfile(folder.path, other.path + "2", nil, copyfile_flags_t(COPYFILE_ALL)) == -1 && errno == ENOTSUP)
    #expect(clonefile(folder.path, other.path + "2", 0) == -1 && errno == ENOTSUP)
    #expect(!FileManager.default.fileExists(atPath: other.path + "2"))
    #expect(copyfile(file.path, other.path, nil, copyfile_flags_t(COPYFILE_MOVE | COPYFILE_ALL | COPYFILE_UNLINK)) == 0)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a copy to itself, or of what is not there, takes nothing away`() throws {
    defer { clean() }
    for flags in [COPYFILE_ALL | COPYFILE_UNLINK, COPYFILE_ALL | COPYFILE_MOVE] {
      #expect(copyfile(file.path, file.path, nil, copyfile_flags_t(flags)) == 0)
      #expect(try String(contentsOf: file, encoding: .utf8) == "one")
      #expect(copyfile(other.path, file.path, nil, copyfile_flags_t(flags)) == -1 && errno == ENOENT)
      #expect(copyfile(folder.path, file.path, nil, copyfile_flags_t(flags)) == -1 && errno == ENOTSUP)
      #expect(try String(contentsOf: file, encoding: .utf8) == "one")
    }
    let descriptor = open(file.path, O_RDWR)
    defer { close(descriptor) }
    #expect(fcopyfile(descriptor, descriptor, nil, copyfile_flags_t(COPYFILE_ALL)) == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == "one")
  }

  /// Runs as somebody who is not root, on this thread alone.
  private func asUser(_ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    let nobody: UInt32 = 65534
    for url in [folder, file] { try #require(chown(url.path, nobody, nobody) == 0) }
    // <sys/fsuid.h> is not in Glibc's module.
    let call = try #require(dlsym(nil, "setfsuid"))
    let become = unsafeBitCast(call, to: (@convention(c) (UInt32) -> Int32).self)
    _ = become(nobody)
    defer { _ = become(0) }
    try body()
  }

  @Test(arguments: [COPYFILE_ALL, COPYFILE_DATA | COPYFILE_XATTR, COPYFILE_ALL | COPYFILE_UNLINK])
  func `a read-only file is copied with its attributes, and a read-only copy is replaced`(flags: Int32) throws {
    defer { clean() }
    #expect(setxattr(file.path, "colour", "red", 3, 0, 0) == 0 && chmod(file.path, 0o444) == 0)
    try asUser {
      var information = stat()
      #expect(copyfile(file.path, other.path, nil, copyfile_flags_t(flags)) == 0)
      #expect(getxattr(other.path, "colour", nil, 0, 0, 0) == 3)
      #expect(stat(other.path, &information) == 0 && information.st_mode & 0o7777 == 0o444)
      try FileManager.default.removeItem(at: other)
      try Data("longer than the other".utf8).write(to: other)
      #expect(chmod(other.path, 0o400) == 0)
      #expect(copyfile(file.path, other.path, nil, copyfile_flags_t(flags)) == 0)
      #expect(try String(contentsOf: other, encoding: .utf8) == "one")
      #expect(getxattr(other.path, "colour", nil, 0, 0, 0) == 3)
      let keepsMode = flags & COPYFILE_STAT == 0
      #expect(stat(other.path, &information) == 0 && information.st_mode & 0o7777 == (keepsMode ? 0o400 : 0o444))
      let (from, to) = (open(file.path, O_RDONLY), open(other.path + "2", O_RDWR | O_CREAT, 0o444))
      #expect(fcopyfile(from, to, nil, copyfile_flags_t(flags)) == 0)
      #expect(fgetxattr(to, "colour", nil, 0, 0, 0) == 3)
      for descriptor in [from, to] { close(descriptor) }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make somebody else's file"))
  func `a read-only file of somebody else's is not replaced`() throws {
    defer { clean() }
    try Data("two".utf8).write(to: other)
    #expect(chmod(other.path, 0o444) == 0)
    try asUser { () throws in
      #expect(copyfile(file.path, other.path, nil, copyfile_flags_t(COPYFILE_ALL)) == -1 && errno == EACCES)
      #expect(try String(contentsOf: other, encoding: .utf8) == "two")
    }
  }

  @Test func `the state of a copy tells how much of it there is`() throws {
    defer { clean() }
    let state = copyfile_state_alloc()
    defer { copyfile_state_free(state) }
    var (copied, isClone) = (off_t(-1), true)
    #expect(copyfile(file.path, other.path, state, copyfile_flags_t(COPYFILE_ALL)) == 0)
    #expect(copyfile_state_get(state, UInt32(COPYFILE_STATE_COPIED), &copied) == 0 && copied == 3)
    #expect(copyfile_state_get(state, UInt32(COPYFILE_STATE_WAS_CLONED), &isClone) == 0 && !isClone)
    #expect(copyfile_state_get(state, 1, &copied) == -1 && errno == EINVAL)
    #expect(copyfile(other.path + "2", other.path, state, copyfile_flags_t(COPYFILE_DATA)) == -1)
    #expect(copyfile_state_get(state, UInt32(COPYFILE_STATE_COPIED), &copied) == 0 && copied == 0)
  }

  @Test(arguments: [
    COPYFILE_CLONE, COPYFILE_ALL | COPYFILE_NOFOLLOW_SRC, COPYFILE_ALL | COPYFILE_NOFOLLOW | COPYFILE_MOVE,
  ])
  func `a copy that follows no link is a link`(flags: Int32) throws {
    defer { clean() }
    let link = folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "file")
    #expect(copyfile(link.path, other.path, nil, copyfile_flags_t(flags)) == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: other.path) == "file")
    #expect(
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link.path))
        == (flags & COPYFILE_MOVE == 0 ? "file" : nil))
    #expect(
      copyfile(other.path, other.path, nil, copyfile_flags_t(COPYFILE_ALL | COPYFILE_NOFOLLOW | COPYFILE_UNLINK)) == 0)
    #expect(clonefile(other.path, folder.path + "/clone", UInt32(CLONE_NOFOLLOW)) == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/clone") == "file")
    #expect(copyfile(other.path, folder.path + "/whole", nil, copyfile_flags_t(COPYFILE_ALL)) == 0)
    #expect(try String(contentsOfFile: folder.path + "/whole", encoding: .utf8) == "one")
    #expect(throws: (any Error).self) {
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/whole")
    }
  }

  @Test func `a clone says that the other place is on another file system`() throws {
    defer { clean() }
    let far = "/dev/shm/darwin-\(UUID().uuidString)"
    var (here, there) = (stat(), stat())
    try #require(stat(folder.path, &here) == 0 && stat("/dev/shm", &there) == 0)
    #expect(clonefile(file.path, far, 0) == -1 && errno == (here.st_dev == there.st_dev ? ENOTSUP : EXDEV))
    #expect(!FileManager.default.fileExists(atPath: far))
    #expect(clonefile(file.path, file.path, 0) == -1 && errno == EEXIST)
    #expect(clonefile(other.path, far, 0) == -1 && errno == ENOENT)
  }

  @Test func `an open file is brought to its disk, and tells its path`() throws {
    defer { clean() }
    let descriptor = open(file.path, O_RDWR)
    let commands: [FileCommand] = [F_FULLFSYNC, F_BARRIERFSYNC]
    for command in commands { #expect(fcntl(descriptor, command) == 0 && fcntl(descriptor, command, 1) == 0) }
    #expect(fcntl(descriptor, F_NOCACHE, 1) == 0)
    var path = [CChar](repeating: 1, count: Int(MAXPATHLEN))
    #expect(fcntl(descriptor, F_GETPATH, &path) == 0)
    #expect(
      path.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } == file.resolvingSymlinksInPath().path)
    close(descriptor)
    #expect(fcntl(descriptor, F_FULLFSYNC) == -1 && errno == EBADF)
    #expect(fcntl(descriptor, F_GETPATH, &path) == -1 && fcntl(descriptor, F_NOCACHE, 1) == -1)
  }

  @Test func `a clone is a whole file or none`() throws {
    defer { clean() }
    let cloned = clonefile(file.path, other.path, 0) == 0
    #expect(cloned || errno == ENOTSUP)
    #expect((try? String(contentsOf: other, encoding: .utf8)) == (cloned ? "one" : nil))
  }

  @Test func `a rename swaps, or replaces nothing`() throws {
    defer { clean() }
    try Data("two".utf8).write(to: other)
    #expect(renamex_np(file.path, other.path, UInt32(RENAME_EXCL)) == -1 && errno == EEXIST)
    #expect(renamex_np(file.path, other.path, UInt32(RENAME_SWAP)) == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == "two")
    #expect(renamex_np(file.path, other.path, 0x10) == -1 && errno == EINVAL)
  }

  @Test func `a source tells of what is written, renamed and removed`() async throws {
    defer { clean() }
    let descriptor = open(file.path, O_EVTONLY)
    let seen = Seen()
    let source: DispatchSourceFileSystemObject = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: [.write, .rename, .delete], queue: DispatchQueue(label: "source"))
    #expect(source.mask == [.write, .rename, .delete] && source.handle == descriptor)
    source.setEventHandler { [unowned source] in seen.add(source.data) }
    source.setCancelHandler {
      close(descriptor)
      seen.end()
    }
    source.activate()
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data("more".utf8))
    try handle.close()
    #expect(chmod(file.path, 0o600) == 0)
    #expect(try await eventually { seen.events == .write })
    try FileManager.default.moveItem(at: file, to: other)
    #expect(try await eventually { seen.events == [.write, .rename] })
    try FileManager.default.removeItem(at: other)
    #expect(try await eventually { seen.events == [.write, .rename, .delete] })
    source.cancel()
    #expect(try await eventually { seen.ended })
    #expect(source.isCancelled && fcntl(descriptor, F_GETFD) == -1)
  }

  @Test func `a folder's source tells of what comes and goes, and not of what is written in it`() async throws {
    defer { clean() }
    let descriptor = open(folder.path, O_EVTONLY)
    let seen = Seen()
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: [.write, .extend, .attrib], queue: DispatchQueue(label: "source"))
    source.setEventHandler { [unowned source] in seen.add(source.data) }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data("more".utf8))
    try handle.close()
    #expect(chmod(file.path, 0o600) == 0)
    #expect(chmod(folder.path, 0o700) == 0)
    #expect(try await eventually { seen.events.contains(.attrib) })
    #expect(seen.events == .attrib)
    try FileManager.default.moveItem(at: file, to: other)
    #expect(try await eventually { seen.events.contains(.write) })
    #expect(seen.events == [.attrib, .write])
    source.cancel()
  }

  @Test func `a source with more to tell than the system keeps tells of what may have happened`() async throws {
    defer { clean() }
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let most = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    try Data("two".utf8).write(to: other)
    let inner = folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    for url in [file, other] {
      try FileManager.default.moveItem(at: url, to: inner.appendingPathComponent(url.lastPathComponent))
    }
    let descriptor = open(inner.path, O_EVTONLY)
    let seen = Seen()
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: [.rename, .delete], queue: DispatchQueue(label: "source"))
    source.setEventHandler { [unowned source] in seen.add(source.data) }
    source.setCancelHandler { close(descriptor) }
    // Two events are one where nothing lies between them.
    for number in 0...most { chmod(inner.appendingPathComponent(number % 2 == 0 ? "file" : "other").path, 0o600) }
    try FileManager.default.moveItem(at: inner, to: folder.appendingPathComponent("renamed"))
    source.activate()
    #expect(try await eventually { seen.events == .rename })
    source.cancel()
  }

  @Test(arguments: [false, true])
  func `a source that nobody keeps tells nothing more, and lets go what it has, also one that never began`(
    isPaused: Bool
  ) async throws {
    defer { clean() }
    let descriptor = open(file.path, O_EVTONLY)
    defer { close(descriptor) }
    let seen = Seen()
    var source: DispatchSourceFileSystemObject? = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: .write, queue: DispatchQueue(label: "source"))
    source?.setEventHandler { [kept = Kept(seen)] in _ = kept }
    source?.setCancelHandler { seen.add(.revoke) }
    if !isPaused { source?.resume() }
    if !isPaused { source?.activate() }
    source = nil
    #expect(try await eventually { seen.ended })
    #expect(seen.events.isEmpty)
  }

  /// What a handler keeps.
  private final class Kept {
    private let seen: Seen
    init(_ seen: Seen) { self.seen = seen }
    deinit { seen.end() }
  }

  private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var all: (events: DispatchSource.FileSystemEvent, ended: Bool) = ([], false)
    var events: DispatchSource.FileSystemEvent { lock.withLock { all.events } }
    var ended: Bool { lock.withLock { all.ended } }
    func add(_ events: DispatchSource.FileSystemEvent) { lock.withLock { all.events.formUnion(events) } }
    func end() { lock.withLock { all.ended = true } }
  }
}
