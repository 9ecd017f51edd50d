import Foundation
import Glibc
import Testing

@testable import FileProviderFUSE

@Suite(.enabled(if: Mount.isPossible, "there is no /dev/fuse")) struct MountingTests {
  /// Each thing that can be wrong with a mount point has its sentence.
  @Test func unusableMountpoints() throws {
    let mount = try Mount()
    func message(_ place: String, _ options: String = "") throws -> String {
      try Mount.run(Mount.executable, ["mount", mount.store, place, options]).1
    }
    let file = mount.directory.appendingPathComponent("file").path
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(try message(file).contains("is not a directory"))
    #expect(try message(mount.directory.path).contains("is not empty"))
    #expect(try message(mount.directory.path + "/none").contains("there is no directory"))
    #expect(try message(mount.root).contains("already"))
    #expect(try message(mount.directory.path + "/none", "colour=red").contains("the option “colour” is not known"))
  }

  /// Unmounting from outside ends the process in order.
  @Test func unmountingFromOutside() throws {
    let mount = try Mount(changes: [["file", "a", "1"]])
    #expect(try mount.names() == ["a"])
    let (status, output) = try Mount.run(URL(fileURLWithPath: "/usr/bin/env"), ["fusermount3", "-u", mount.root])
    #expect(status == 0, "\(output)")
    #expect(mount.status == 0)
  }

  /// A daemon whose mount was taken off while it was in use ends without taking off what is mounted there now.
  @Test(.enabled(if: geteuid() == 0, "only root may take off a mount that is in use"))
  func anOldDaemonLeavesTheNewMount() throws {
    let mount = try Mount(changes: [["file", "a", "1"]])
    let file = open(mount.path("a"), O_RDONLY)
    defer { close(file) }
    let endFirst = try mount.mountInstead()
    endFirst()
    #expect(MountTableProbe.isMountpoint(mount.root))
    #expect(try mount.read("a") == "1")
  }

  /// A daemon that is ended while a file is open commits what was written.
  @Test func endingCommits() throws {
    let mount = try Mount()
    let file = open(mount.path("f"), O_RDWR | O_CREAT, 0o644)
    #expect(write(file, "text", 4) == 4)
    mount.terminate()
    close(file)
    try mount.mount()
    #expect(try mount.read("f") == "text")
  }

  /// Options that tools write into fstab are taken, and passed on where they mean something.
  @Test func options() throws {
    let options = try MountOptions(
      "defaults,nofail,_netdev,user,x-systemd.automount,ro,nosuid,fsname=a,allow_other")
    #expect(options.isReadOnly)
    #expect(options.allowsOthers)
    #expect(options.arguments.last?.contains("nosuid") == true)
    #expect(options.arguments.last?.contains("default_permissions") == true)
    // Whoever mounts: root serves others, too.
    #expect(try MountOptions("ro").arguments.last?.contains("default_permissions") == true)
    #expect(try MountOptions("default_permissions").arguments == MountOptions().arguments)
    #expect(throws: MountError.self) { try MountOptions("bogus") }
    #expect(throws: MountError.self) { try MountOptions("fsname=") }
  }

}

@Suite(.enabled(if: Mount.isPossible, "there is no /dev/fuse")) struct ProviderTests {
  /// A folder at a provider is listed when it is entered, and a document brought when it is opened.
  @Test func whatIsRemoteIsBrought() throws {
    let mount = try Mount("scripted", changes: [["remote", "list-5", "folder"], ["remote", "bring-text", "file"]])
    #expect(try mount.names("list-5") == (0..<5).map { "item-\($0)" })
    #expect(try mount.read("bring-text") == "bring-text")
  }

  /// Programs see the error numbers of a provider's errors.
  @Test(arguments: [(1005, ENOENT), (1000, EACCES), (1004, EHOSTUNREACH), (3328, EOPNOTSUPP), (2005, EIO)])
  func errorsReachPrograms(_ code: Int, _ number: Int32) throws {
    let mount = try Mount(
      "scripted",
      changes: [["remote", "error-\(code)", "folder"], ["mkdir", "d"], ["remote", "d/error-\(code)", "file"]])
    #expect(mount.failure { opendir(mount.path("error-\(code)")) == nil ? -1 : 0 } == number)
    #expect(mount.failure { open(mount.path("d/error-\(code)"), O_RDONLY) < 0 ? -1 : 0 } == number)
  }

  /// While one program waits for a provider that does not answer, others work; and it can be killed.
  @Test func aHangingProviderHangsNobodyElse() throws {
    let mount = try Mount("scripted", changes: [["remote", "never", "folder"], ["file", "a", "text"]])
    let waiting = Process()
    waiting.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    waiting.arguments = ["ls", mount.path("never")]
    waiting.standardError = Pipe()
    try waiting.run()
    #expect(try mount.wait { try mount.waitingRequests() == 1 })
    #expect(try mount.read("a") == "text")
    try mount.write("b", "text")
    // It still waits, so nobody else has waited for the same.
    #expect(try mount.waitingRequests() == 1)
    #expect(waiting.isRunning)
    Glibc.kill(waiting.processIdentifier, SIGKILL)
    #expect(mount.wait { !waiting.isRunning })
  }

  /// Five hundred programs read documents that a provider does not bring. What is here and has not been looked at is served as fast as ever, and
  /// they are gone when they are killed, without the provider having answered.
  @Test func waitingProgramsHoldNothingUp() throws {
    let count = 500
    let mount = try Mount(
      "scripted",
      changes: [["remote", "nevers-\(count)", "folder"], ["remote", "list-3", "folder"]]
        + (0..<5).flatMap { [["mkdir", "d\($0)"], ["file", "d\($0)/local", "text \($0)"]] })
    #expect(try mount.names("nevers-\(count)").count == count)
    let waiting = Process()
    waiting.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = """
      import threading
      def read(i): open('\(mount.path("nevers-\(count)"))/never-%d' % i).read()
      threading.stack_size(1 << 16)
      for i in range(\(count)): threading.Thread(target=read, args=(i,)).start()
      """
    waiting.arguments = ["python3", "-c", script]
    try waiting.run()
    #expect(try mount.wait(seconds: 30) { try mount.waitingRequests() == count })
    var fastest = Duration.seconds(60)
    for index in 0..<5 {
      let start = ContinuousClock.now
      #expect(try mount.names("d\(index)") == ["local"])
      #expect(try mount.read("d\(index)/local") == "text \(index)")
      fastest = min(fastest, ContinuousClock.now - start)
    }
    #expect(fastest < .seconds(1))
    // Listings do not queue up behind contents that do not come.
    #expect(try mount.names("list-3").count == 3)
    Glibc.kill(waiting.processIdentifier, SIGKILL)
    waiting.waitUntilExit()
    #expect(try mount.wait { try mount.waitingRequests() == 0 })
  }

  /// A mount that ends tells the programs that wait for the provider.
  @Test func endingFreesWaitingPrograms() throws {
    let mount = try Mount("scripted", changes: [["remote", "never", "file"]])
    let waiting = Process()
    waiting.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    waiting.arguments = ["cat", mount.path("never")]
    waiting.standardError = Pipe()
    try waiting.run()
    #expect(try mount.wait { try mount.waitingRequests() == 1 })
    mount.terminate()
    waiting.waitUntilExit()
    #expect(waiting.terminationStatus == 1)
  }
}
