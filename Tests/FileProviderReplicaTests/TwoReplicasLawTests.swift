import TestSupport
import Testing

/// The law of pushing with two machines: both are edited, each in its turn out of reach of the provider, and joined again. In the end both are equal to
/// the provider, no edit is lost, and none is there twice.
@Suite(.enabled(if: Machine.number("HISTORIES") != nil, "HISTORIES=100 says how many histories it goes through"))
struct TwoReplicasLawTests {
  private static let count = Machine.number("HISTORIES") ?? 0

  @Test(arguments: [0, 2]) func `two machines that were cut apart agree when they are joined`(faults: Int) async throws
  {
    try await LawRun.run(LawHistory.Kind(faults: faults, machines: 2), count: Self.count)
  }

  @Test(arguments: [0, 2]) func `the same for a provider that names its items by path`(faults: Int) async throws {
    try await LawRun.run(LawHistory.Kind(faults: faults, machines: 2, isNamedByPath: true), count: Self.count)
  }
}
