import TestSupport
import Testing

// What is shown beside a skipped test.

extension Machine {
  static var canMount: Bool { mountingProblem == nil }
  static var reason: Comment { Comment(rawValue: mountingProblem ?? "mounts work here") }
}

extension SmallDisk {
  static var canBeOnLoopDevice: Bool { loopProblem == nil }
  static var reason: Comment { Comment(rawValue: loopProblem ?? "small disks can be made here") }
}
