import Foundation
import TestSupport
import Testing

/// What `mount-scripts/quickstart.sh` takes. It builds, which no test does.
@Suite struct QuickstartTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("mount-scripts/quickstart.sh").path

  /// Runs the script with nothing but what it needs to read its options.
  private func run(_ words: [String]) throws -> ProcessResult {
    let sandbox = try Sandbox()
    try Sandbox.makeFolder(sandbox.folder + "/bin")
    for program in ["dirname", "sed"] {
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.folder + "/bin/" + program, withDestinationPath: try #require(Machine.installed(program)))
    }
    return try sandbox.startProgram(["/bin/sh", Self.script] + words, ["PATH": sandbox.folder + "/bin"]).wait()
  }

  private static let usage = "usage: mount-scripts/quickstart.sh [--release] [MOUNTPOINT]\n"

  @Test(arguments: [["--relaese"], ["Files", "--debug"], ["Files", "Music"]])
  func `a mistyped option is no mount point`(words: [String]) throws {
    let result = try run(words)
    #expect(result.status == 64 && result.output.isEmpty && result.error == Self.usage, "\(result)")
  }

  @Test func `it can be asked for its options`() throws {
    let result = try run(["--help"])
    #expect(result.status == 0 && result.output == Self.usage && result.error.isEmpty, "\(result)")
  }
}
