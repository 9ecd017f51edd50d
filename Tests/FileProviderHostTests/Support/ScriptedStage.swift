import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// A scripted provider's domain, mounted at `mnt`, with a record of what the provider is told.
struct ScriptedStage {
  let sandbox: Sandbox
  let variables: [String: String]

  init(_ items: [MemoryItem], faults: [Fault] = [], _ options: String...) throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
    try JSONEncoder().encode(ProviderScript(items: items, faults: faults)).write(to: sandbox.url("script.json"))
    variables = [
      "PROVIDER_SCRIPT": sandbox.url("script.json").path, "PROVIDER_LATER": sandbox.url("later.json").path,
      "PROVIDER_CALLS": sandbox.url("calls").path, "LC_ALL": "C",
      // No thumbnailers but the sandbox's own.
      "XDG_DATA_DIRS": sandbox.folder + "/share",
      "PROVIDER_INFORMATION": sandbox.url("Info.plist").path,
    ]
    try sandbox.lines("domain", "add", "scripted")
    let words = ["ProviderFixture", "mount", "--domain", "scripted"] + options + ["mnt"]
    let mounted = try sandbox.startProgram(words, variables).wait()
    try #require(mounted.status == 0, "\(mounted.error)")
    try shell("ls -R mnt")
  }

  func end() { _ = try? sandbox.program("ProviderFixture", "unmount", "mnt", variables: variables) }

  /// Runs a script that must succeed, and returns its output.
  @discardableResult
  func shell(_ script: String, at location: SourceLocation = #_sourceLocation) throws -> String {
    let result = try sandbox.shell("set -e; " + script, variables)
    try #require(result.status == 0, "\(script): \(result)", sourceLocation: location)
    return result.output
  }

  /// Runs a command on the domain.
  func run(_ words: String...) throws -> ProcessResult { try run(words) }

  func run(_ words: [String]) throws -> ProcessResult {
    try sandbox.startProgram(["ProviderFixture"] + words + ["--domain", "scripted"], variables).wait()
  }

  /// Changes the provider's items, and has them pulled.
  func edit(_ items: [MemoryItem]) throws {
    let edits = items.map { ProviderScript.Edit(put: $0) }
    try JSONEncoder().encode(edits).write(to: sandbox.url("later.json"), options: .atomic)
  }

  /// What the provider was told, in order.
  var calls: [String] {
    let text = try? String(contentsOf: sandbox.url("calls"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// Waits until nothing waits for the provider.
  func settle(at location: SourceLocation = #_sourceLocation) throws {
    let synchronized = try run("sync", "--wait", "--timeout", "2min")
    #expect(synchronized.status == 0, "\(synchronized)", sourceLocation: location)
  }
}
