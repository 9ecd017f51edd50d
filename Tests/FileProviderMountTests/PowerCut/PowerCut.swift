import Foundation
import Testing

/// Rounds of `MountExerciser power-cut`.
enum PowerCut {
  static var seed: Int { Machine.number("SEED") ?? Int.random(in: 1..<1_000_000_000) }

  static var isPossible: Bool { problem == nil }

  /// Shown beside a skipped test.
  static var reason: Comment { Comment(rawValue: problem ?? "the power can be cut here") }

  /// Why this machine has no disk whose power can be cut; it is tried once.
  private static let problem: String? = {
    if let problem = Machine.mountingProblem { return problem }
    if geteuid() != 0 { return "only root can make a disk" }
    for program in ["unshare", "mkfs.ext4", "mount"] where Machine.installed(program) == nil {
      return "the program “\(program)” is not installed"
    }
    guard let result = try? run(seed: 1, "--probe"), result.status == 0 else {
      return "there are no loop devices, no ext4, or no mount namespaces"
    }
    return nil
  }()

  /// Runs one round: 0 when nothing is wrong, 1 when something is, 3 when the round could not be made.
  static func run(seed: Int, _ options: String...) throws -> RunningProcess.Result {
    let sandbox = try Sandbox()
    let (exerciser, program) = (Machine.built("MountExerciser"), Machine.built("fileprovider"))
    let words = try [
      "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private",
      #require(exerciser), "power-cut", "--program", #require(program), "--seed", "\(seed)",
    ]
    return try sandbox.startProgram(words + options + [sandbox.folder]).wait(seconds: 60)
  }
}
