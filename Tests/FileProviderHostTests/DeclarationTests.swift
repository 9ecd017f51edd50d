import Foundation
import TestSupport
import Testing

/// The commands' options and arguments, as declared to swift-argument-parser. It checks declarations only in its own debug builds.
@Suite struct DeclarationTests {
  private struct Description: Decodable {
    var command: Command
  }

  private struct Command: Decodable {
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [Command]?

    /// The mistakes in this command and those below it, each with the command's full name.
    func mistakes(below parent: String = "") -> [String] {
      let name = parent + commandName
      var seen: Set<Name> = []
      let twice = (arguments ?? []).flatMap { $0.names ?? [] }.filter { !seen.insert($0).inserted }
      let beforeOthers = (arguments ?? []).filter { $0.kind == "positional" }.dropLast().filter(\.isRepeating)
      return twice.map { "\(name): two options are named “\($0.name)”" }
        + beforeOthers.map { "\(name): nothing is left for arguments after \($0.valueName ?? "")" }
        + (subcommands ?? []).flatMap { $0.mistakes(below: name + " ") }
    }
  }

  private struct Argument: Decodable {
    var kind: String
    var isRepeating: Bool
    var valueName: String?
    var names: [Name]?
  }

  private struct Name: Decodable, Hashable {
    var kind: String
    var name: String
  }

  @Test func `no two options of a command have one name, and only the last argument takes all that is left`() throws {
    let dump = try Sandbox().run("--experimental-dump-help").output
    let command = try JSONDecoder().decode(Description.self, from: Data(dump.utf8)).command
    #expect((command.subcommands ?? []).count > 30)
    #expect(command.mistakes().isEmpty, "\(command.mistakes())")
  }
}
