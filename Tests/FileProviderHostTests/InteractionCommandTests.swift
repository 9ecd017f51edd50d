import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderHost

/// The alerts of a provider before what the commands do. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct InteractionCommandTests {
  private static let items: [MemoryItem] = [
    .folder("Team"), .folder("Mine"), MemoryItem("kept.txt"), MemoryItem("plain.txt"), MemoryItem("a.txt", in: "Mine"),
  ]

  private static func entry(_ rule: String, _ title: String, _ more: [String: Any] = [:]) -> [String: Any] {
    let alert = ["LocalizedTitle": title, "LocalizedSubTitle": "Really so."]
    return ["ActivationRule": rule, "Alert": alert].merging(more) { $1 }
  }

  private static var never: [String: Any] { ["RecoveryOptions": ["Continue": false]] }

  private func makeStage(_ entries: [[String: Any]]) throws -> ScriptedStage {
    let stage = try ScriptedStage(Self.items)
    let facts = ["NSExtension": ["NSFileProviderUserInteractions": entries]]
    try PropertyListSerialization.data(fromPropertyList: facts, format: .xml, options: 0)
      .write(to: stage.sandbox.url("Info.plist"))
    return stage
  }

  /// Runs a command on a terminal, and answers with a line.
  ///
  /// - Parameter end: What is awaited to be shown: the last of it comes a little after the command is over.
  private func answer(
    _ line: String, to words: String..., on stage: ScriptedStage, until end: String = ""
  ) throws -> (asked: String, status: Int32, shown: String) {
    let program = try #require(Machine.built("ProviderFixture"))
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let process = try terminal.start(
      [program] + words + ["--domain", "scripted"], in: stage.sandbox,
      environment: stage.sandbox.environment.merging(stage.variables) { $1 })
    let asked = terminal.shows { $0.hasSuffix("] ") }
    terminal.type(line + "\n")
    let status = process.wait().status
    return (asked, status, terminal.shows { end.isEmpty || $0.contains(end) })
  }

  @Test func `what the provider does not want is refused, for all items, and nothing is done`() throws {
    let stage = try makeStage([
      Self.entry("sourceItem.filename == 'kept.txt' AND action IN {'Delete', 'Trash'}", "Keep it.", Self.never),
      Self.entry("destinationItem.filename CONTAINS '-' AND action == 'Rename'", "No hyphens.", Self.never),
      Self.entry("destinationItem.filename == 'Team' AND action IN {'Move', 'Copy', 'CopyIn'}", "Full.", Self.never),
      Self.entry("sourceItem.filename BEGINSWITH 'No' AND action == 'Create'", "Not so.", Self.never),
      Self.entry("sourceItem.filename == 'kept.txt' AND action == 'CopyOut'", "Secret.", Self.never),
    ])
    defer { stage.end() }
    try stage.shell("echo new > new.txt")
    for (words, title) in [
      (["rm", "/plain.txt", "/kept.txt"], "delete: the provider objects: Keep it. – Really so."),
      (["rm", "--trash", "/kept.txt"], "trash: the provider objects: Keep it."),
      (["trash", "put", "/kept.txt"], "trash: the provider objects: Keep it."),
      (["mv", "/plain.txt", "/plain-2.txt"], "rename: the provider objects: No hyphens."),
      (["mv", "/plain.txt", "/Team/"], "move: the provider objects: Full."),
      (["mv", "/Mine/a.txt", "/Team/b-2.txt"], "move: the provider objects: Full."),
      (["cp", "/plain.txt", "/Team"], "copy: the provider objects: Full."),
      (["import", "--into", "/Team/Deep", "new.txt"], "import: the provider objects: Full."),
      (["mkdir", "/Fine", "/Nothing"], "create: the provider objects: Not so."),
      (["export", "/kept.txt", "."], "export: the provider objects: Secret."),
    ] {
      let result = try stage.run(words)
      #expect(result.status == 1 && result.error.hasPrefix("ProviderFixture: " + title), "\(words): \(result)")
    }
    #expect(try stage.shell("cd mnt; echo */* *") == "Mine/a.txt Mine Team kept.txt plain.txt\n")
    // What the rules do not mean goes on unasked, and a mount asks nobody.
    for words in [
      ["mv", "/plain.txt", "/other.txt"], ["mkdir", "/Fine"], ["cp", "/other.txt", "/Fine"],
      ["rm", "/other.txt"], ["export", "/Mine/a.txt", "."], ["import", "new.txt"], ["mv", "/Fine/other.txt", "/x.txt"],
    ] {
      let result = try stage.run(words)
      #expect(result.status == 0 && !result.error.contains("the provider"), "\(words): \(result)")
    }
    try stage.shell("mv mnt/new.txt mnt/Team/new-1.txt; rm mnt/kept.txt")
  }

  @Test func `without a terminal an alert is a notice, and a person who forces is not told`() throws {
    let stage = try makeStage([Self.entry("action IN {'Delete', 'Move'}", "Look out.")])
    defer { stage.end() }
    let moved = try stage.run("mv", "/plain.txt", "/Mine")
    #expect(moved.status == 0, "\(moved)")
    #expect(moved.error == "ProviderFixture: move: the provider says: Look out. – Really so.\n")
    let removed = try stage.run("rm", "-f", "/Mine/plain.txt")
    #expect(removed.status == 0 && removed.error.isEmpty, "\(removed)")
    let none = try stage.run("rm", "/none.txt")
    #expect(none.status == 1 && !none.error.contains("Look out"), "\(none)")
    #expect(try stage.shell("cd mnt; echo */* *") == "Mine/a.txt Mine Team kept.txt\n")
  }

  @Test func `on a terminal a person decides`() throws {
    let words: [String: Any] = ["LocalizedRecoveryOptions": ["Continue": "Remove", "Cancel": "Keep"]]
    let stage = try makeStage([
      Self.entry("action == 'Delete'", "Remove\tit?", words.merging(["HelpURL": "https://example.org"]) { $1 })
    ])
    defer { stage.end() }
    for line in ["n", "", "what", "a"] {
      let kept = try answer(line, to: "rm", "/kept.txt", on: stage, until: "cancelled")
      #expect(
        kept.asked.replacing("\r\n", with: "\n")
          == "ProviderFixture: Remove\\tit?\n  Really so.\n  See https://example.org\n  [y: Remove, N: Keep] ")
      #expect(kept.status == 1 && kept.shown.contains("ProviderFixture: delete: cancelled"), "\(kept)")
    }
    #expect(try answer("yes", to: "rm", "/kept.txt", on: stage).status == 0)
    #expect(try stage.shell("cd mnt; echo *") == "Mine Team plain.txt\n")
  }

  @Test func `an interruption ends the question at once, and nothing is done`() throws {
    let stage = try makeStage([Self.entry("action == 'Delete'", "Remove it?")])
    defer { stage.end() }
    let program = try #require(Machine.built("ProviderFixture"))
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let process = try terminal.start(
      [program, "rm", "/kept.txt", "--domain", "scripted"], in: stage.sandbox,
      environment: stage.sandbox.environment.merging(stage.variables) { $1 })
    let asked = terminal.shows { $0.hasSuffix("] ") }
    #expect(asked.contains("Remove it?"))
    process.signal(SIGINT)
    #expect(process.wait(seconds: 60).status == 130)
    #expect(try stage.shell("cd mnt; echo *") == "Mine Team kept.txt plain.txt\n")
  }

  @Test func `the provider is told what is not to be asked again, and is asked before`() throws {
    let stage = try makeStage([
      Self.entry("action == 'Trash'", "To the bin?", ["SuppressionIdentifier": "org.example.bin"])
    ])
    defer { stage.end() }
    let again = ", a: Continue, and do not ask again] "
    let once = try answer("y", to: "trash", "put", "/plain.txt", on: stage)
    #expect(once.status == 0 && once.asked.hasSuffix(again), "\(once)")
    #expect(try answer("a", to: "rm", "--trash", "/kept.txt", on: stage).status == 0)
    #expect(stage.calls.filter { $0 == "suppress org.example.bin" }.count == 1, "\(stage.calls)")
    let quiet = try stage.run("trash", "put", "/Mine/a.txt")
    #expect(quiet.status == 0 && quiet.error.isEmpty, "\(quiet)")
    try stage.settle()
  }

  @Test func `a rule that is not understood is told, and the command goes on`() throws {
    let stage = try makeStage([Self.entry("sourceItem.colour == 'red'", "Never shown.", Self.never)])
    defer { stage.end() }
    let result = try stage.run("rm", "/kept.txt")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.error.contains("skipped a provider alert with the rule “")
        && result.error.contains("items have no key “colour”"),
      "\(result)")
  }
}
