import Foundation
import TestSupport
import Testing

/// Both sides of mounts are edited at random while their processes die, by the scripts in `Tests/Programs/RealHistories`. What the processes do at once is never
/// the same, so a run repeats the edits of a seed and nothing else.
@Suite(
  .enabled(if: Machine.number("REAL_HISTORIES") != nil, "REAL_HISTORIES=100 says how many histories it goes through"),
  .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
  .enabled(if: Machine.installed("python3") != nil, "python3 is not installed"), .serialized)
struct RealHistoriesTests {
  /// The servers of the histories: a folder by paths or by numbers, and a WsgiDAV that two machines share.
  @Test(arguments: ["paths", "numbers", "webdav"])
  func `both sides are equal in the end, and nothing is lost or stolen`(server: String) throws {
    try play("histories.py", server)
  }

  /// The same with what programs and people do besides, and with a plain folder in which the same was done.
  @Test(arguments: ["paths", "numbers"])
  func `both sides are equal in the end, whatever the habits of programs`(server: String) throws {
    try play("habits.py", server)
  }

  private func play(_ name: String, _ server: String) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Programs/RealHistories/\(name)").standardized.path
    let count = Machine.number("REAL_HISTORIES") ?? 0
    let seed = RandomSeed.choose(for: "\(name), \(server)") % 1_000_000
    let programs = try #require(Machine.built("fileprovider")).dropLast("/fileprovider".count)
    var options = "--programs '\(programs)' --naming \(server)"
    if server == "webdav" {
      guard let program = Machine.fromPyPI("wsgidav") else { try Test.cancel("WsgiDAV is not installed") }
      options += " --machines 2 --wsgidav '\(program)'"
    }
    let result = try Sandbox().shell(
      "python3 '\(script)' \(seed) \(count) \(options)", ["PYTHONDONTWRITEBYTECODE": "1"],
      seconds: Double(60 + 30 * count))
    #expect(result.status == 0, "\(result)")
  }
}
