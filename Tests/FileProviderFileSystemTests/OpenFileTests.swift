import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

@Suite struct OpenFileTests {
  /// A program that this process starts at any moment inherits no document.
  @Test func `the backing file is never one of a program that is started`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let (_, handle) = try fixture.create("file")
    try fixture.write("text", to: handle)
    let file = try fixture.fileSystem.document(handle)
    let number = file.descriptor
    let hasEnded = Atomic<Bool>(false)
    let inherited = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        while !hasEnded.load(ordering: .relaxed) {
          if fcntl(number, F_GETFD) & FD_CLOEXEC == 0 { inherited.add(1, ordering: .relaxed) }
        }
        return
      }
      for round in 0..<20_000 { file.withState { $0.reopen(round % 2 == 0 ? O_RDONLY : O_RDWR) } }
      hasEnded.store(true, ordering: .relaxed)
    }
    #expect(inherited.load(ordering: .relaxed) == 0)
    try fixture.close(handle)
  }

  /// One thread opens a document and has read its row; another one changes it, finds that nobody has it open, and so tells nobody.
  @Test(arguments: [true, false]) func `what was read before a change does not become an open document`(
    _ isRemoved: Bool
  ) throws {
    let fixture = try FileSystemFixture()
    let inode = try fixture.makeFile("file", "text")
    let row = try fixture.context.existing(#require(inode.item))
    let epoch = fixture.fileSystem.openFiles.epoch
    if isRemoved {
      try fixture.unlink("file")
    } else {
      var request = AttributeRequest()
      request.mode = 0o600
      _ = try fixture.fileSystem.setAttributes(of: inode, handle: nil, request, fixture.context)
    }
    let file = OpenFile(id: row.id, attributes: row, contents: nil, opening: nil)
    #expect(fixture.fileSystem.openFiles.insert(file, readAt: epoch) == nil)
  }

  /// What another mount cuts while it is copied for the kernel is copied once more.
  @Test func `contents that become shorter while they are copied`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let (_, handle) = try fixture.create("file")
    try fixture.write("text", to: handle)
    let file = try fixture.fileSystem.document(handle)
    let key = try #require(file.withState { $0.attributes.content })
    let directory = try TestDirectory("former")
    let former = open(directory.appending("contents").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(former) }
    let backing = try #require(Backing(key, former, BackingRegistry(add: { _ in 1 }, remove: { _ in })))
    let number = file.descriptor
    let hasEnded = Atomic<Bool>(false)
    let failures = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        while !hasEnded.load(ordering: .relaxed) {
          ftruncate(number, 8 << 20)
          usleep(1000)
          ftruncate(number, 100)
          usleep(3000)
        }
        return
      }
      for _ in 0..<200 {
        usleep(500)
        do { try file.refresh(backing) } catch { failures.add(1, ordering: .relaxed) }
      }
      hasEnded.store(true, ordering: .relaxed)
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    try file.refresh(backing)
    var (status, copied) = (stat(), stat())
    #expect(fstat(number, &status) == 0 && fstat(former, &copied) == 0 && status.st_size == copied.st_size)
    try fixture.close(handle)
  }

  /// Small contents that another mount has given a document whose file the kernel has: that file gets them, and is used again.
  @Test func `the kernel's file gets small contents`() throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    try fixture.makeFile("file", "former contents")
    let handle = try fixture.open("file", O_RDWR)
    let file = try fixture.fileSystem.document(handle)
    file.install(.bytes(Array("text".utf8)), as: file.withState { $0.attributes }, isMarked: false)
    let directory = try TestDirectory("former")
    let former = open(directory.appending("contents").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(former) }
    #expect(Glibc.write(former, "former contents", 15) == 15)
    let key = ContentKey(rawValue: 1)
    let backing = try #require(Backing(key, former, BackingRegistry(add: { _ in 1 }, remove: { _ in })))
    try file.refresh(backing)
    #expect(FileManager.default.contents(atPath: directory.appending("contents").path) == Data("text".utf8))
    #expect(file.bringBack(to: backing))
    #expect(file.bytes == nil)
    #expect(try fixture.read(handle) == "text")
  }

  /// Another process gives a document other contents. A program that sets an attribute before that was noticed is then moved to them as well, and what it
  /// writes belongs there.
  @Test(arguments: [true, false])
  func `setting attributes of a document that has other contents`(_ isNoticed: Bool) throws {
    let fixture = try FileSystemFixture(makesFiles: true)
    let (inode, handle) = try fixture.create("file")
    try fixture.write("former", to: handle)
    try fixture.fileSystem.flush(handle, fixture.context)
    let id = try #require(inode.item)
    let made = try fixture.store.contents.create()
    let key = made.key
    #expect(Glibc.write(made.number, "others", 6) == 6)
    made.keep()
    try fixture.store.change(author: "other") { (transaction) throws(StoreError) in
      _ = try transaction.setContents(key, size: 6, of: id)
    }
    var request = AttributeRequest()
    request.mode = 0o600
    _ = try fixture.fileSystem.setAttributes(of: inode, handle: handle, request, fixture.context)
    if isNoticed {
      try fixture.fileSystem.followOpen([id])
      #expect(try fixture.read(handle) == "others")
    }
    try fixture.write("OT", to: handle)
    try fixture.close(handle)
    #expect(try fixture.contents("file") == "OThers")
  }
}
