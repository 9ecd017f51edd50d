import Foundation
import Testing

/// A closure in a lock is wrapped once more by each call through `withLock`, until the stack overflows; see the page “Locks and threads”.
@Suite struct ClosuresInLocksTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `no source keeps a closure in a lock`() throws {
    let sources = try Self.sources()
    #expect(sources.count > 500)
    let text = sources.map(\.text).joined(separator: "\n")
    let pattern = try Self.pattern(aliases: Self.closureNames(in: text))
    for source in sources {
      for match in source.text.matches(of: pattern) {
        Issue.record("\(source.name): \(match.output): keep the closure in a Handler")
      }
    }
  }

  @Test(arguments: [
    "Mutex<@Sendable () -> Void>({})", "Mutex<(@Sendable (Int) -> Void)?>(nil)", "Mutex<[@Sendable () -> Void]>([])",
    "Monitor<() -> Void>({})", "Mutex<Job?>(nil)", "Mutex<JobQueue.Job>({})", "Mutex<[Job]>([])",
    "Mutex<\n    () -> Void\n>", "Mutex<(Result<Void, any Error>) -> Void>",
  ])
  func `the shape is found`(_ line: String) throws {
    let names = Self.closureNames(in: "package typealias Job = @Sendable () -> Void\n")
    #expect(line.contains(try Self.pattern(aliases: names)))
  }

  @Test(arguments: ["Mutex<State>(State())", "Mutex<[Handler<Void, Void>]>([])", "Mutex<JobCount>(0)"])
  func `other shapes are not`(_ line: String) throws {
    let names = Self.closureNames(in: "typealias Job = @Sendable () -> Void\n")
    #expect(!line.contains(try Self.pattern(aliases: names)))
  }

  /// The names that stand for closures.
  private static func closureNames(in text: String) -> Set<String> {
    Set(text.matches(of: /typealias\s+(\w+)(?:<[^>]*>)?\s*=[^\n]*->/).map { String($0.output.1) })
  }

  private static func pattern(aliases: Set<String>) throws -> Regex<Substring> {
    let names = aliases.sorted().joined(separator: "|")
    return try Regex(
      "\\b(?:Mutex|Monitor)<(?:(?:[^<>]|<[^<>]*>)*->|\\[?\\s*(?:\\w+\\.)*(?:\(names))\\b)[^\\n]*", as: Substring.self)
  }

  private static func sources() throws -> [(name: String, text: String)] {
    var found: [(name: String, text: String)] = []
    for folder in ["Sources", "Tests"] {
      let walk = FileManager.default.enumerator(atPath: package.appending(path: folder).path)
      while let path = walk?.nextObject() as? String {
        guard path.hasSuffix(".swift"), !path.hasSuffix("ClosuresInLocksTests.swift") else { continue }
        found.append((path, try String(contentsOf: package.appending(path: "\(folder)/\(path)"), encoding: .utf8)))
      }
    }
    return found
  }
}
