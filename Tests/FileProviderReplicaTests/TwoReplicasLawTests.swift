import TestSupport
import Testing

/// The law of pushing with two machines: both are edited, each in its turn out of reach of the provider, and joined again. In the end both are equal to
/// the provider, no edit is lost, and none is there twice.
@Suite(.enabled(if: Machine.number("HISTORIES") != nil, "HISTORIES=100 says how many histories it goes through"))
struct TwoReplicasLawTests {
  @Test func `two machines that were cut apart agree when they are joined`() async throws {
    try await LawRun.run(LawHistory.Kind(machines: 2), count: Machine.number("HISTORIES") ?? 0)
  }
}
