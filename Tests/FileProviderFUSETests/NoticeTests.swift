import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFUSE

/// With infinite timeouts, what others change is only seen because the kernel is told.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct NoticeTests {
  /// A name that was looked for in vain appears; so does its entry in a listing that the kernel has kept.
  @Test func `a new name appears`() throws {
    let mount = try Mount(changes: [["mkdir", "folder"], ["file", "folder/a", "1"]])
    #expect(!mount.exists("folder/b"))
    #expect(try mount.names("folder") == ["a"])
    try mount.change("file", "folder/b", "new")
    #expect(eventually { mount.exists("folder/b") })
    #expect(try mount.names("folder") == ["a", "b"])
    #expect(try mount.read("folder/b") == "new")
  }

  /// A name that is removed or moved is gone.
  @Test func `an old name goes`() throws {
    let mount = try Mount(changes: [["mkdir", "folder"], ["file", "a", "1"], ["file", "b", "2"]])
    #expect(try mount.names() == ["a", "b", "folder"])
    #expect(try mount.read("a") + mount.read("b") == "12")
    try mount.change("rm", "a")
    #expect(eventually { !mount.exists("a") })
    try mount.change("mv", "b", "folder/c")
    #expect(eventually { !mount.exists("b") })
    #expect(try mount.names() == ["folder"])
    #expect(try mount.read("folder/c") == "2")
  }

  /// Attributes and contents follow, also of a document that is open.
  @Test func `attributes and contents follow`() throws {
    let mount = try Mount(changes: [["file", "a", "old"]])
    #expect(try mount.read("a") == "old")
    try mount.change("chmod", "a", "600")
    var status = stat()
    #expect(
      eventually {
        stat(mount.path("a"), &status)
        return status.st_mode & 0o777 == 0o600
      })
    try mount.change("text", "a", "new and longer")
    #expect(try eventually { try mount.read("a") == "new and longer" })
  }

  /// A document deleted by others is still readable where it is open, and has no links.
  @Test func `an open document is deleted elsewhere`() throws {
    let mount = try Mount(changes: [["file", "a", "text"]])
    let file = open(mount.path("a"), O_RDONLY)
    defer { close(file) }
    try mount.change("rm", "a")
    #expect(eventually { !mount.exists("a") })
    var status = stat()
    #expect(
      eventually {
        fstat(file, &status)
        return status.st_nlink == 0
      })
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(pread(file, &buffer, 4, 0) == 4)
  }

  @Test
  func `the trash appears in the root's listing with the first thing in it, and the working set shows new members`()
    throws
  {
    let mount = try Mount(changes: [["file", "a", "1"], ["file", "b", "2"]])
    #expect(try mount.names() == ["a", "b"])
    #expect(try mount.names(".fileprovider/working-set/favorites") == [])
    try mount.change("favorite", "a", "1")
    #expect(try mount.names(".fileprovider/working-set/favorites") == ["a"])
    try mount.change("trash", "b")
    #expect(try eventually { try mount.names() == [".Trash-\(getuid())", "a"] })
  }

  /// What a writer committed that was killed before it could wake anybody is seen all the same, and not hidden by anything remembered.
  @Test func `a writer killed before it wakes anybody`() throws {
    let mount = try Mount(changes: [["mkdir", "folder"], ["mkdir", "folder/a"]])
    var status = stat()
    // The listing leaves the rows of the folders in the mount's memory.
    #expect(try mount.names("folder") == ["a"])
    #expect(stat(mount.path("folder/a"), &status) == 0)
    try mount.changeWithoutWaking("chmod", "folder/a", "700")
    #expect(
      eventually {
        stat(mount.path("folder/a"), &status)
        return status.st_mode & 0o777 == 0o700
      })
    try mount.changeWithoutWaking("mkdir", "folder/b")
    #expect(try eventually { try mount.names("folder") == ["a", "b"] })
    #expect(stat(mount.path("folder"), &status) == 0)
    #expect(status.st_nlink == 4)
  }

  /// A failed look at the change log is due again at the next tick, even without another commit.
  @Test func `a failed look is repeated`() {
    var watch = LogWatch()
    #expect(watch.isDue(isWoken: false, version: 1))
    watch.noteLook(1)
    #expect(!watch.isDue(isWoken: false, version: 1))
    #expect(watch.isDue(isWoken: true, version: 1))
    #expect(watch.isDue(isWoken: false, version: 2))
    watch.noteLook(nil)
    #expect(watch.isDue(isWoken: false, version: 2))
    watch.noteLook(2)
    #expect(!watch.isDue(isWoken: false, version: 2))
    #expect(watch.isDue(isWoken: false, version: nil))
  }
}
