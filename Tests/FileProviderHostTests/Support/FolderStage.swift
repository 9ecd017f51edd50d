import Foundation
import Glibc
import TestSupport
import Testing

/// A provider of a folder on the disk, mounted, with a latency of 20 ms: what is done in `mnt` comes to `there`.
struct FolderStage {
  /// How the provider names its items.
  enum Naming: String, CaseIterable, CustomTestStringConvertible {
    case paths = "FolderFixture"
    case numbers = "NumberedFixture"
    var testDescription: String { "\(self)" }
  }

  let sandbox: Sandbox
  private let program: String

  init(_ naming: Naming) throws {
    sandbox = try Sandbox()
    program = naming.rawValue
    for name in ["mnt", "there"] { try Sandbox.makeFolder(sandbox.folder + "/" + name) }
    try sandbox.lines("domain", "add", "folder")
    let mounted = try sandbox.program(program, "mount", "--domain", "folder", "mnt", variables: variables)
    try #require(mounted.status == 0, "\(mounted.error)")
    try shell("ls mnt")
  }

  private var trap: URL { sandbox.url("trap") }

  private var variables: [String: String] {
    [
      "PROVIDER_FOLDER": sandbox.folder + "/there", "PROVIDER_LATENCY": "20", "PROVIDER_TRAP": trap.path,
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "A",
      "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b",
    ]
  }

  func end() { _ = try? sandbox.program(program, "unmount", "mnt", variables: variables) }

  /// Runs a script that must succeed.
  @discardableResult
  func shell(_ script: String, at location: SourceLocation = #_sourceLocation) throws -> String {
    let result = try sandbox.shell("set -e; " + script, variables)
    try #require(result.status == 0, "\(script): \(result)", sourceLocation: location)
    return result.output
  }

  /// Waits until a script succeeds, and prints something if that is asked for.
  func eventually(_ script: String, prints output: String? = nil, at location: SourceLocation = #_sourceLocation) {
    var last: ProcessResult?
    let isSo = TestSupport.eventually {
      last = try? sandbox.shell(script, variables)
      return last?.status == 0 && (output == nil || last?.output == output)
    }
    #expect(isSo, "\(script): \(last.map { "\($0)" } ?? "")", sourceLocation: location)
  }

  /// Has the provider die after its next call of a name, before it is answered.
  func setTrap(_ call: String = "modifyItem") throws { try Data(call.utf8).write(to: trap, options: .atomic) }

  /// Waits until the provider has died of that.
  func waitForTrap(at location: SourceLocation = #_sourceLocation) {
    let isGone = TestSupport.eventually { access(trap.path, F_OK) != 0 }
    #expect(isGone, "no such call was made", sourceLocation: location)
  }

  func killProvider() throws {
    let lock = sandbox.url("data/fileprovider/folder/provider.lock")
    var process: pid_t?
    TestSupport.eventually {
      process = (try? String(contentsOf: lock, encoding: .utf8)).flatMap { pid_t($0.prefix { $0 != "\n" }) }
      return process != nil
    }
    kill(try #require(process), SIGKILL)
  }

  /// Waits until nothing waits for the provider, and compares both ends: they are equal, and nothing was rescued, doubled, or left under a name of ours.
  func expectSame(at location: SourceLocation = #_sourceLocation) throws {
    var waiting = ProcessResult(status: -1, output: "", error: "")
    let isTold = try TestSupport.eventually {
      waiting = try sandbox.run("pending", "--domain", "folder")
      return waiting.status == 0 && waiting.output.isEmpty
    }
    #expect(isTold, "something waits: \(waiting)", sourceLocation: location)
    let compared = try sandbox.shell("diff -r --no-dereference mnt there", variables)
    #expect(compared.status == 0, "\(compared)", sourceLocation: location)
    let odd = try shell("find mnt -name 'Rescued*' -o -name '*(conflict*' -o -name '*(moving*' -o -name '* (2)*'")
    #expect(odd.isEmpty, "\(odd)", sourceLocation: location)
  }
}
