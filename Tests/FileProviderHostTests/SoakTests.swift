import TestSupport
import Testing

/// A mount that lives for months, by counts and not by time: see `SoakRun`. `SOAK_PERCENT=100` has all of them, in 10 to 40 minutes.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
struct SoakTests {
  /// Nothing that a mount or its provider's process does leaves something behind: neither dies, and memory, descriptors, threads and files are as many
  /// at the end as after the first rounds.
  @Test func `what is used for months stays as it is`() throws {
    let run = try SoakRun(percent: Machine.number("SOAK_PERCENT") ?? 5)
    defer { run.end() }
    for round in 1...SoakRun.rounds { try run.use(round) }
    try run.expectLevel()
    try run.expectSilence()
    for round in 1...run.remounts { try run.mountAgain(round) }
    try run.expectNothingLost()
  }
}
