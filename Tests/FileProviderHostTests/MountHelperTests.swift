import Foundation
import Glibc
import TestSupport
import Testing

/// `mount.fileprovider`, which mount(8) runs as root.
@Suite(.enabled(if: geteuid() == 0, "only root is concerned")) final class MountHelperTests {
  /// A folder that only root can change, all the way up: the folder for temporary files is anybody's.
  private let folder = URL(fileURLWithPath: "/run/fileprovider-test-\(UUID().uuidString)")
  private var helper: URL { folder.appendingPathComponent("mount.fileprovider") }
  private var program: URL { folder.appendingPathComponent("bin/fileprovider") }

  init() throws {
    let manager = FileManager.default
    try manager.createDirectory(at: folder.appendingPathComponent("bin"), withIntermediateDirectories: true)
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("mount-scripts/mount.fileprovider")
    try Data(contentsOf: source).write(to: helper)
    try Data("#!/bin/sh\necho \"$@\"\n".utf8).write(to: program)
    for path in [folder.path, folder.path + "/bin", helper.path, program.path] { chmod(path, 0o755) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func run(_ options: String = "ro,nofail") throws -> ProcessResult {
    var environment = ProcessInfo.processInfo.environment
    environment["FILEPROVIDER"] = program.path
    let words = [helper.path, "name", "/mnt", "-s", "-o", options]
    return try RunningProcess(words, environment: environment, in: folder.path).wait()
  }

  /// The words of mount(8) become those of the command.
  @Test func `the words of the command`() throws {
    let result = try run()
    #expect(result.output == "mount -o ro,nofail -- name /mnt\n", "\(result.error)")
  }

  /// For “-o user=tom” mount(8) writes “rw,user=tom,exec,suid,dev”, and leaves out of the three those whose opposite was asked for.
  @Test(arguments: [
    ("rw,user=tom,exec,suid,dev", "rw,user=tom"), ("rw,noexec,user=tom,suid,dev", "rw,noexec,user=tom"),
    ("user=tom,exec,dev,ro", "user=tom,ro"), ("user=tom,exec", "user=tom"), ("user=tom,device", "user=tom,device"),
    ("rw,exec,suid,dev", "rw,exec,suid,dev"), ("rw,user,exec,suid,dev", "rw,user,exec,suid,dev"),
  ])
  func `what mount(8) adds for a user's name is left out`(given: String, passed: String) throws {
    #expect(try run(given).output == "mount -o \(passed) -- name /mnt\n")
  }

  /// Root runs no program that another user may change, directly, through a folder above it or through a link.
  @Test func `what others may change is not run`() throws {
    let bin = folder.appendingPathComponent("bin").path
    func isRefused() throws -> Bool {
      let result = try run()
      return result.status == 1 && result.output.isEmpty && result.error.contains("is writable by other users")
    }
    #expect(try !isRefused())
    chown(program.path, 12345, 0)
    #expect(try isRefused())
    chown(program.path, 0, 0)
    chmod(program.path, 0o775)
    #expect(try isRefused())
    chmod(program.path, 0o755)
    chown(bin, 12345, 0)
    #expect(try isRefused())
    chown(bin, 0, 0)
    chmod(bin, 0o1777)
    #expect(try isRefused())
    chmod(bin, 0o755)
    let other = TestDirectory.unused("program")
    defer { try? FileManager.default.removeItem(at: other) }
    try FileManager.default.moveItem(at: program, to: other)
    symlink(other.path, program.path)
    #expect(try isRefused())
  }
}
