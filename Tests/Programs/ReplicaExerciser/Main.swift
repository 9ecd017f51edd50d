import FileProviderStore
import Foundation
import TestSupport

/// The sides of a domain with a provider whose processes end at any step: `MountExerciser replica-cut` starts them.
///
/// - `person`: programs that change things.
/// - `provider`: the provider's process, and people at its other side.
/// - `rest`: lets both sides come to rest and verifies them: 1 when something is wrong.
///
/// Each takes `--store FOLDER --memory FOLDER`, where `memory` survives everything, `--paths 1` where the provider names its items by path, and
/// `--mass accept|restore` where it says that very much is gone, with what the person decides on it; the first two
/// `--disk FOLDER --seed N --session N --actions N --fault kill|cut --step N`.
@main struct Main {
  static func main() async {
    let options = Options(CommandLine.arguments.dropFirst())
    do { try await run(options) } catch {
      print(error)
      exit(2)
    }
  }

  private static func run(_ options: Options) async throws {
    let store = URL(fileURLWithPath: options.text("store"), isDirectory: true)
    let memory = URL(fileURLWithPath: options.text("memory"), isDirectory: true)
    let journal = memory.appendingPathComponent("journal").path
    let seed = UInt64(options.number("seed"))
    if let kind = FaultPoint.Kind(rawValue: options.text("fault")) {
      FaultPoint.set(kind, at: options.number("step"), disk: options.text("disk"), memory: memory.path)
    }
    func server() throws -> Server {
      try Server(
        file: memory.appendingPathComponent("server"), namesByPath: options.number("paths") != 0,
        hasMany: !options.text("mass").isEmpty)
    }
    let decision = options.text("mass") == "restore" ? HeldState.restoring : .accepted
    switch options.word {
    case "person":
      let person = try Person(
        storeIn: store, journal: Journal(journal), seed: seed, first: options.number("session") * 10_000)
      try person.act(options.number("actions"))
    case "provider":
      let process = try ProviderProcess(storeIn: store, server: server(), journal: Journal(journal))
      var other = OtherSide(
        server: process.server, journal: Journal(journal), random: SeededGenerator(seed: seed),
        number: Text.firstThere + options.number("session") * 10_000)
      try await process.start()
      process.decision = decision
      try await process.act(options.number("actions"), &other)
    case "rest":
      let rest = try Rest(storeIn: store, server: server(), journal: journal)
      try rest.lookAtOnce()
      try await rest.run(decision: decision)
      try await rest.end()
      for problem in rest.problems { print(problem) }
      exit(rest.problems.isEmpty ? 0 : 1)
    default:
      print("usage: person | provider | rest")
      exit(64)
    }
    print("\(FaultPoint.count) steps")
    fflush(nil)
    // Not in an orderly way: what comes next is a fault.
    _exit(0)
  }
}

/// A word and options with values.
struct Options {
  let word: String
  private var values: [String: String] = [:]

  init(_ words: some Sequence<String>) {
    var words = Array(words)[...]
    word = words.popFirst() ?? ""
    while let name = words.popFirst() { values[String(name.dropFirst(2))] = words.popFirst() ?? "" }
  }

  func text(_ name: String) -> String { values[name] ?? "" }
  func number(_ name: String) -> Int { Int(text(name)) ?? 0 }
}
