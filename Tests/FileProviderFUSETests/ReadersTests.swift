import TestSupport
import Testing

/// Several threads that read requests at the same time.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) struct ReadersTests {
  /// Four programs look names up, for which nothing blocks: one thread is enough for one of them.
  @Test func `more threads read while several programs ask`() throws {
    let mount = try Mount("readers=3")
    let script = "i=0; while [ $i -lt 3000 ]; do [ -e \"$0-$i\" ]; i=$((i+1)); done"
    let programs = try (0..<4).map { try RunningProcess(["/bin/sh", "-c", script, mount.path("\($0)")]) }
    for program in programs { #expect(program.wait(seconds: 300).status == 0) }
    #expect(try mount.threads(named: "fuse") > 0)
  }
}
