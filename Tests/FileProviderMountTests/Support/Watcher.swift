import Foundation
import TestSupport
import Testing

/// `inotifywait` on a mount, and what it has told.
final class Watcher {
  private let process: RunningProcess
  private let sandbox: Sandbox
  private var marks = 0

  static var isInstalled: Bool { Machine.installed("inotifywait") != nil }
  static let reason: Comment = "inotifywait is not installed (package inotify-tools)"

  /// - Parameter events: As inotifywait's option `-e` has them.
  init(_ sandbox: Sandbox, events: String = "create,delete,move,modify,attrib,close_write") throws {
    self.sandbox = sandbox
    process = try sandbox.startProgram([
      "/bin/sh", "-c", "exec inotifywait -m -r -e \(events) --format '%e %w%f' \"\(sandbox.mountpoint)\" 2>&1",
    ])
    try #require(eventually { self.process.outputSoFar.contains("established") })
    // The replaying process is started with the first change.
    try catchUp()
  }

  /// Waits until all that was changed before has been told: a change is made in the root, and has to come.
  func catchUp(at location: SourceLocation = #_sourceLocation) throws {
    marks += 1
    let mark = "mark-\(marks)-\(UInt32.random(in: 0 ... .max))"
    try sandbox.succeed("mkdir", "/" + mark)
    try #require(
      eventually { self.process.outputSoFar.contains(mark) }, "no event came: \(process.outputSoFar)",
      sourceLocation: location)
    try sandbox.succeed("rm", "-r", "/" + mark)
    try #require(eventually { self.process.outputSoFar.contains("DELETE,ISDIR \(self.sandbox.mountpoint)/\(mark)") })
  }

  /// What was told since the start, without the marks; paths as from the mount's root.
  var lines: [String] {
    process.outputSoFar.split(separator: "\n").filter { $0.contains(" " + self.sandbox.mountpoint) }.map {
      $0.replacingOccurrences(of: sandbox.mountpoint, with: "")
    }.filter { !$0.contains("/mark-") }
  }

  /// What was told since the last call, once all of it has come.
  func news() throws -> [String] {
    let before = told
    try catchUp()
    let all = lines
    told = all.count
    return Array(all.dropFirst(before))
  }

  private var told = 0
}

extension Sandbox {
  /// The process that replays changes on the mount, if it runs.
  func helper(of server: Int) -> pid_t? {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
    return numbers.first { number in
      let status = (try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)) ?? ""
      return status.contains("PPid:\t\(server)\n") && !status.contains("State:\tZ")
        && FileManager.default.contents(atPath: "/proc/\(number)/cmdline").map {
          String(decoding: $0, as: UTF8.self).contains("replay-changes")
        } == true
    }
  }
}

/// Whether a process runs; one that has ended and is not yet asked for does not.
func runs(_ process: pid_t) -> Bool {
  let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
  return !status.isEmpty && !status.contains("State:\tZ")
}
