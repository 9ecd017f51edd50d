import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderFUSE

@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct MountingTests {
  @Test func `each thing that can be wrong with a mount point has its sentence`() throws {
    let mount = try Mount()
    func message(_ place: String, _ options: String = "") throws -> String {
      try Mount.fixture("mount", mount.store, place, options).1
    }
    let file = mount.directory.appendingPathComponent("file").path
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(try message(file).contains("is not a directory"))
    #expect(try message(mount.directory.path).contains("is not empty"))
    #expect(try message(mount.directory.path + "/none").contains("no such directory"))
    #expect(try message(mount.root).contains("already"))
    #expect(try message(mount.directory.path + "/none", "colour=red").contains("unknown option “colour”"))
  }

  /// Unmounting from outside ends the process in order.
  @Test func `unmounting from outside`() throws {
    let mount = try Mount(changes: [["file", "a", "1"]])
    #expect(try mount.names() == ["a"])
    let (status, output) = try Mount.run(["fusermount3", "-u", mount.root])
    #expect(status == 0, "\(output)")
    #expect(mount.status == 0)
  }

  /// A daemon whose mount was taken off while it was in use ends without taking off what is mounted there now.
  @Test(.enabled(if: geteuid() == 0, "only root may take off a mount that is in use"))
  func `an old daemon leaves the new mount`() throws {
    let mount = try Mount(changes: [["file", "a", "1"]])
    let file = open(mount.path("a"), O_RDONLY)
    defer { close(file) }
    let endFirst = try mount.mountInstead()
    endFirst()
    #expect(MountTableProbe.isMountpoint(mount.root))
    #expect(try mount.read("a") == "1")
  }

  @Test func `a daemon that is ended while a file is open commits what was written`() throws {
    let mount = try Mount()
    let file = open(mount.path("f"), O_RDWR | O_CREAT, 0o644)
    #expect(write(file, "text", 4) == 4)
    mount.terminate()
    close(file)
    try mount.mount()
    #expect(try mount.read("f") == "text")
  }

  @Test func `options that tools write into fstab are taken, and passed on where they mean something`() throws {
    let options = try MountOptions(
      "defaults,nofail,_netdev,user,x-systemd.automount,ro,nosuid,fsname=a,allow_other")
    #expect(options.isReadOnly)
    #expect(options.allowsOthers)
    #expect(options.arguments.last?.contains("nosuid") == true)
    #expect(options.arguments.last?.contains("default_permissions") == true)
    // Root serves other users, too.
    #expect(try MountOptions("ro").arguments.last?.contains("default_permissions") == true)
    #expect(try MountOptions("default_permissions").arguments == MountOptions().arguments)
    #expect(throws: MountError.self) { try MountOptions("bogus") }
    #expect(throws: MountError.self) { try MountOptions("fsname=") }
    #expect(try MountOptions("readers=3").readers == 3)
    for bad in ["readers", "readers=0", "readers=17", "readers=many"] {
      #expect(throws: MountError.self) { try MountOptions(bad) }
    }
  }

}
