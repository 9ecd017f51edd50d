import Foundation
import TestSupport
import Testing

/// khard, another program for address books, on a mount of the domain `contacts`.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.fromPyPI("khard") != nil, "khard is not installed; mount-scripts/test.sh does it"))
struct KhardTests {
  private let sandbox: Sandbox
  private var configuration: String { sandbox.folder + "/khard.conf" }

  init() throws {
    sandbox = try Sandbox()
    try #require(
      sandbox.run("contacts", "add", "--given-name", "Anna", "--family-name", "Müller", "--phone", "mobile:1").status
        == 0)
    let mount = try sandbox.run("mount", "--domain", "contacts", sandbox.mountpoint)
    try #require(mount.status == 0, "\(mount)")
    let text = """
      [addressbooks]
      [[contacts]]
      path = \(sandbox.mountpoint)/Contacts
      [general]
      editor = true
      merge_editor = true
      [vcard]
      preferred_version = 3.0
      """
    try sandbox.write(text, to: "khard.conf")
  }

  private func khard(_ words: String, input: String = "") throws -> ProcessResult {
    let program = try #require(Machine.fromPyPI("khard"))
    let script = "printf '%s' '\(input)' | \"\(program)\" -c \"\(configuration)\" \(words)"
    return try sandbox.startProgram(["/bin/sh", "-c", script], ["LC_ALL": "C.UTF-8"]).wait()
  }

  /// What either of the two programs changes the other one has.
  @Test func `khard lists, shows, makes, changes and removes contacts`() async throws {
    #expect(try sandbox.run("contacts", "add", "--given-name", "Bert").status == 0)
    let isListed = try await eventually {
      let output = try khard("list -p").output
      return output.contains("Anna Müller") && output.contains("Bert")
    }
    #expect(isListed)
    let shown = try khard("show anna")
    #expect(shown.output.contains("cell: 1") || shown.output.contains("CELL: 1"), "\(shown)")
    try sandbox.write("First name : Anne\nLast name : Müller\nPhone :\n    cell : 33\n", to: "anne.yaml")
    let changed = try khard("edit -i '\(sandbox.folder)/anne.yaml' anna", input: "yes\n")
    #expect(changed.status == 0, "\(changed)")
    let isChanged = try await eventually {
      try sandbox.lines("contacts", "list") == ["Anne Müller  33", "Bert"]
    }
    #expect(isChanged)
    try sandbox.write("First name : Carla\nLast name : Stone\nEmail :\n    home : c@example.org\n", to: "carla.yaml")
    let made = try khard("new -i '\(sandbox.folder)/carla.yaml'", input: "yes\n")
    #expect(made.status == 0, "\(made)")
    let isMade = try await eventually { try sandbox.run("contacts", "list").output.contains("Carla Stone") }
    #expect(isMade)
    let names = try sandbox.shell("ls -A '\(sandbox.mountpoint)/Contacts'").output.split(separator: "\n")
    #expect(names.count == 3 && names.allSatisfy { $0.hasSuffix(".vcf") }, "\(names)")
    #expect(try khard("remove --force carla").status == 0)
    #expect(try sandbox.run("contacts", "edit", "bert", "--given-name", "Berta").status == 0)
    let isSeen = try await eventually { try khard("list -p").output.contains("Berta") }
    #expect(isSeen)
    #expect(try khard("remove --force anne").status == 0)
    let isGone = try await eventually { try sandbox.lines("contacts", "list") == ["Berta"] }
    #expect(isGone)
    try #require(sandbox.run("unmount", sandbox.mountpoint).status == 0)
  }
}
