import TestSupport
import Testing

/// The planner of `FileProviderSync` beside the replica, in random histories: where they decide otherwise is known, and why.
@Suite struct PlannerShadowTests {
  /// How many histories of each kind there are; `HISTORIES=200` for a long run.
  private static let count = Machine.number("HISTORIES") ?? 6

  @Test func `the planner decides as the replica does, but for the differences that are known`() async throws {
    let report = ShadowReport()
    for isNamedByPath in [false, true] {
      for faults in 0...2 {
        let kind = LawHistory.Kind(faults: faults, isNamedByPath: isNamedByPath, pageSize: 2)
        try await LawRun.run(kind, count: Self.count, shadow: report)
      }
    }
    print(report.table)
    for (kind, count) in report.disagreements where KnownDifference.explaining(kind) == nil {
      Issue.record("unknown difference, SEED=\(count.seed): \(kind)\n\(count.words)")
    }
  }
}
