import Foundation
import TestSupport
import Testing

extension MountTests {
  /// What the processes of a mount have open.
  @Suite struct ProcessFilesTests {
    /// What a process's descriptors lead to, with the flags of each (proc_pid_fdinfo(5)).
    private func open(_ process: Int) throws -> [(number: Int, target: String, isClosedOnExec: Bool)] {
      let folder = "/proc/\(process)/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
        guard let number = Int(name),
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"),
          let facts = try? String(contentsOfFile: "/proc/\(process)/fdinfo/\(name)", encoding: .utf8)
        else { return nil }
        let flags = facts.split(separator: "\n").first { $0.hasPrefix("flags:") }?.split(separator: "\t").last
        // `O_CLOEXEC`
        return (number, target, (flags.flatMap { Int($0, radix: 8) } ?? 0) & 0o2000000 != 0)
      }
    }

    /// A child that held the kernel's device would keep the mount's programs waiting after its server was killed.
    @Test func `no program that a mount starts gets anything that it has open`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      _ = try sandbox.shell("echo text > $M/file; mkdir $M/folder")
      // The first change of another process: from here on changes are replayed.
      try sandbox.succeed("mkdir", "/other")
      let server = try sandbox.mountStatus().pid
      let files = try open(server)
      #expect(files.contains { $0.target == "/dev/fuse" })
      #expect(files.filter { $0.number > 2 && !$0.isClosedOnExec }.map(\.target) == [])
      var children: [Int] = []
      let isStarted = eventually {
        let text = try? String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)
        let others = (try? sandbox.shell("pgrep -P \(server)").lines.compactMap { Int($0) }) ?? []
        children = (text ?? "").split(separator: " ").compactMap { Int($0) } + others
        return !children.isEmpty
      }
      try #require(isStarted)
      for child in children { #expect(try open(child).filter { $0.target == "/dev/fuse" }.isEmpty) }
    }
  }
}
