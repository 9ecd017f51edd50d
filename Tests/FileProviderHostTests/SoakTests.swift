import TestSupport
import Testing

/// A mount that lives for months, by counts and not by time: see `SoakRun`. It takes minutes at any scale, and so is run on demand.
@Suite(
  .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
  .enabled(if: Machine.number("SOAK_PERCENT") != nil, "SOAK_PERCENT=10 says how much a mount is used"))
struct SoakTests {
  /// Nothing that a mount or its provider's process does leaves something behind: neither dies, and memory, descriptors, threads and files are as many
  /// at the end as after the first rounds.
  @Test func `what is used for months stays as it is`() throws {
    let run = try SoakRun(percent: Machine.number("SOAK_PERCENT") ?? 10)
    defer { run.end() }
    for round in 1...SoakRun.rounds { try run.use(round) }
    try run.expectLevel()
    try run.expectSilence()
    for round in 1...SoakRun.rounds { try run.mountAgain(round) }
    try run.expectNothingLost()
  }
}
