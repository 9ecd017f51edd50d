import FileProviderTesting
import TestSupport
import Testing

/// The law of pushing: both sides are edited at random, calls fail in every way, the replica is dropped at any moment; in the end both ends are
/// equal, no edit is lost, and nothing is there twice.
@Suite(.enabled(if: Machine.number("HISTORIES") != nil, "HISTORIES=100 says how many histories it goes through"))
struct PushLawTests {
  private static let count = Machine.number("HISTORIES") ?? 0

  @Test(arguments: [0, 1, 2, 2]) func `both ends are equal, and no edit is lost`(faults: Int) async throws {
    try await LawRun.run(LawHistory.Kind(faults: faults, pageSize: faults + 1), count: Self.count)
  }

  @Test(arguments: [1, 2]) func `the same where all pages of a listing are as old as its first`(faults: Int)
    async throws
  {
    try await LawRun.run(LawHistory.Kind(faults: faults, pageSize: 2, paging: .ofSnapshot), count: Self.count)
  }

  @Test(arguments: 0...2) func `the same for a provider that names its items by path`(faults: Int) async throws {
    try await LawRun.run(LawHistory.Kind(faults: faults, isNamedByPath: true), count: Self.count)
  }
}
