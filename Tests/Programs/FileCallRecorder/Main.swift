import Foundation
import Glibc

/// Opens every result of a power cut that a disk may have, without a disk whose power can be cut: the calls with which a store changes files are
/// recorded, and the disk is made up from them.
///
/// - `cut STORY [--seed N] [--cuts N] FOLDER`: one run of a story, in a folder that is empty but for a store to begin with. Ends with 1 when
///   something is lost, and with 3 when nothing could be found out.
/// - `record --trace FILE --boot FILE [--seed N] [--actions N] [--grouping] [--killed] STORE`: one step of it.
@main struct Main {
  static func main() {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.words.first, arguments.words.count) {
      case ("cut", 3): try cut(arguments)
      case ("record", 2): try record(arguments)
      default:
        print("usage: cut STORY FOLDER | record STORE")
        exit(64)
      }
    } catch {
      print(error)
      exit(3)
    }
  }

  private static func cut(_ arguments: Arguments) throws {
    guard let story = CutStory.all.first(where: { $0.name == arguments.words[1] }) else {
      throw StoryFailure(description: "there is no story “\(arguments.words[1])”")
    }
    let seed = arguments.number("seed").map { UInt64($0) } ?? .random(in: 1..<1_000_000_000)
    print("seed \(seed)")
    let cuts = arguments.number("cuts") ?? 50
    let problems = try CutRun(story: story, seed: seed, cuts: cuts, folder: arguments.words[2]).run()
    for problem in problems { print(problem) }
    exit(problems.isEmpty ? 0 : 1)
  }

  private static func record(_ arguments: Arguments) throws {
    let directory = URL(fileURLWithPath: arguments.words[1], isDirectory: true)
    let trace = arguments.text("trace")
    let known = (try? Data(contentsOf: URL(fileURLWithPath: trace))).map { FileCall.decode(Array($0)) } ?? []
    let promise = try known.last { $0.kind == .promise }.map {
      try JSONDecoder().decode(Promise.self, from: Data($0.bytes))
    }
    CallTrace.takeBoot(arguments.text("boot"))
    CallTrace.begin(trace, root: directory.path)
    let program = try StoreProgram(
      directory: directory, seed: UInt64(arguments.number("seed") ?? 1), after: promise,
      grouping: arguments.has("grouping"))
    try program.act(arguments.number("actions") ?? 10)
    if !arguments.has("killed") { try program.end() }
    CallTrace.end()
  }
}

/// Words, and options with values.
struct Arguments {
  private(set) var words: [String] = []
  private var options: [String: String] = [:]
  private static let withoutValue: Set<String> = ["grouping", "killed"]

  init(_ all: some Sequence<String>) {
    var all = Array(all)[...]
    while let next = all.popFirst() {
      guard next.hasPrefix("--") else {
        words.append(next)
        continue
      }
      let name = String(next.dropFirst(2))
      options[name] = Self.withoutValue.contains(name) ? "" : all.popFirst() ?? ""
    }
  }

  func has(_ name: String) -> Bool { options[name] != nil }
  func text(_ name: String) -> String { options[name] ?? "" }
  func number(_ name: String) -> Int? { options[name].flatMap { Int($0) } }
}
