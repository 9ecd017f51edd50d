import Foundation
import TestSupport
import Testing

/// Two machines that mount one collection: two homes, two stores, two providers.
final class TwoMachines {
  let machines: [Sandbox]
  /// The collection on the server's disk.
  private let files: String

  /// - Parameters:
  ///   - options: What `domain add` is told beside the address.
  ///   - poll: How soon each looks at the server again, in seconds.
  init(_ address: String, _ options: [String], files: String, poll: Int = 1) throws {
    self.files = files
    machines = [try Sandbox(), try Sandbox()]
    for machine in machines {
      let words = ["domain", "add", "work", "--webdav", address, "--poll", "\(poll)"]
      let added = try machine.run(words + options)
      guard added.status == 0 else { throw SupportFailure("\(added)") }
    }
  }

  convenience init(_ apache: Apache, poll: Int = 1) throws {
    let options = ["--user", Apache.user, "--password-file", apache.passwordFile]
    try self.init(apache.address, options, files: apache.files.path, poll: poll)
  }

  convenience init(_ rclone: Rclone, poll: Int = 1) throws {
    try self.init(rclone.address, [], files: rclone.files.path, poll: poll)
  }

  func mount() throws {
    for machine in machines {
      let mounted = try machine.run("mount", "--domain", "work", machine.mountpoint)
      guard mounted.status == 0 else { throw SupportFailure("\(mounted)") }
    }
  }

  func unmount() { for machine in machines { _ = try? machine.run("unmount", machine.mountpoint) } }

  /// All names and contents of a tree.
  private func tree(_ folder: String) throws -> String {
    let script =
      "cd \(folder) && find . -name .DAV -prune -o -type f -print | LC_ALL=C sort | while read -r f; do echo \"$f: $(cat \"$f\")\"; done"
    return try machines[0].shell(script).output
  }

  /// What is on the server, a line a document.
  var onServer: [String] { get throws { try tree(files).split(separator: "\n").map(String.init) } }

  /// Waits until both machines and the server have the same.
  func settle() throws -> String {
    var last: [String] = []
    let isSettled = try eventually(seconds: 180, every: .milliseconds(500)) {
      last = try [machines[0].mountpoint, machines[1].mountpoint, files].map { try tree($0) }
      return Set(last).count == 1
    }
    #expect(isSettled, "\(last.joined(separator: "\n---\n"))")
    return last[2]
  }

  /// Runs a script in the mount of a machine.
  func run(_ machine: Int, _ script: String) throws {
    let result = try machines[machine].shell("cd $M && \(script)")
    #expect(result.status == 0, "\(result.error)")
  }

  /// Runs a script in the mount of a machine, and waits until the server has what it has changed.
  func runAndPush(_ machine: Int, _ script: String) throws {
    try run(machine, "\(script) && $F sync --wait >/dev/null")
  }
}
