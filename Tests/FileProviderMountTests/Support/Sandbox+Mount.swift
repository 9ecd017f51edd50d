import Foundation
import LinuxSystem
import TestSupport
import Testing

extension Sandbox {
  /// Runs `fileprovider`, which must succeed.
  @discardableResult
  func succeed(_ words: String..., at location: SourceLocation = #_sourceLocation) throws -> ProcessResult {
    let result = try run(words)
    try #require(result.status == 0, "\(words.joined(separator: " ")): \(result)", sourceLocation: location)
    return result
  }

  func mount(_ options: String..., at location: SourceLocation = #_sourceLocation) throws {
    let result = try start(["mount"] + options + [mountpoint]).wait(seconds: 30)
    try #require(result.status == 0, "mount: \(result)", sourceLocation: location)
  }

  func unmount(at location: SourceLocation = #_sourceLocation) throws {
    let result = try run("unmount", mountpoint)
    try #require(result.status == 0, "unmount: \(result)", sourceLocation: location)
  }

  /// Kills the process that serves the mount, and waits until it is gone.
  func killServer() throws { try killServer(pid_t(mountStatus().pid)) }

  func killServer(_ pid: pid_t) {
    kill(pid, SIGKILL)
    // A zombie has closed its socket; a process that has only lost its program may not have yet.
    eventually { !ProcessState.isServing(pid) }
  }

  func mountStatus() throws -> MountStatus.Mount {
    try #require(status().mounts.first { $0.mountpoint == mountpoint })
  }
}
