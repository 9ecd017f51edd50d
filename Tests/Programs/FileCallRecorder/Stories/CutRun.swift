import Foundation
import Glibc
import TestSupport

/// One run of a story, in a folder of its own. What is in `store` there when it begins is the store of the first step.
struct CutRun {
  let story: CutStory
  let seed: UInt64
  let cuts: Int
  let folder: String

  private var store: String { folder + "/store" }

  /// - Returns: What is wrong.
  func run() throws -> [String] {
    CallTrace.takeBoot(try makeBoot("verification"))
    var generator = SeededGenerator(seed: seed)
    var generation: Int64 = 0
    var trace = folder + "/trace"
    mkdir(store, 0o700)
    var boot = try makeBoot("first")
    for (index, step) in story.steps.enumerated() {
      if step.isAfterCut {
        let calls = try read(trace)
        let promises = try Self.promises(calls)
        generation = promises.last?.generation ?? 0
        try FileManager.default.removeItem(atPath: store)
        var cut = PowerCut(seed: generator.next())
        cut.write(RecordedDisk(calls), to: store)
        trace += " \(index)"
        boot = try makeBoot("boot \(index)")
      }
      try record(step, seed: generator.next() % 1_000_000_000, to: trace, boot: boot)
    }
    let calls = try read(trace)
    try checkTrace(calls)
    return try verify(calls, after: generation, &generator)
  }

  private func makeBoot(_ name: String) throws -> String {
    let path = "\(folder)/boot of \(name)"
    try Data("\(UUID().uuidString.lowercased())\n".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func read(_ trace: String) throws -> [FileCall] {
    FileCall.decode(Array(try Data(contentsOf: URL(fileURLWithPath: trace))))
  }

  private static func promises(_ calls: [FileCall]) throws -> [Promise] {
    try calls.filter { $0.kind == .promise }.map { try JSONDecoder().decode(Promise.self, from: Data($0.bytes)) }
  }

  private func record(_ step: CutStory.Step, seed: UInt64, to trace: String, boot: String) throws {
    let words =
      [
        "/proc/self/exe", "record", "--seed", "\(seed)", "--actions", "\(step.actions)", "--trace", trace, "--boot",
        boot,
      ]
      + (step.isGrouping ? ["--grouping"] : []) + (step.isKilled ? ["--killed"] : []) + [store]
    let result = try RunningProcess(words).wait()
    guard result.status == 0 else { throw StoryFailure(description: "seed \(seed): recording failed: \(result)") }
  }

  /// The calls that were recorded are all that were made: they make the very files that are there. The shared memory is written without calls.
  private func checkTrace(_ calls: [FileCall]) throws {
    var cut = PowerCut(seed: 0, share: .everything)
    let copy = folder + "/copy"
    cut.write(RecordedDisk(calls), to: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let (made, there) = (Self.files(in: copy), Self.files(in: store))
    let different = Set(made.keys).union(there.keys).filter { made[$0] != there[$0] && !$0.hasSuffix("-shm") }
    guard different.isEmpty else { throw StoryFailure(description: "not recorded: \(different.sorted())") }
  }

  private static func files(in folder: String) -> [String: Data] {
    var files: [String: Data] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
      files[path] = (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))) ?? Data()
    }
    return files
  }

  // MARK: Cutting

  private func verify(
    _ calls: [FileCall], after generation: Int64, _ generator: inout SeededGenerator
  ) throws -> [String] {
    let promises = try Self.promises(calls)
    let moments = calls.indices.filter { calls[$0].kind == .promise }
    let begin = calls.firstIndex { $0.kind == .synchronizeAll } ?? 0
    var problems: [String] = []
    for number in 0..<cuts {
      // What is promised is lost most easily just when it was promised.
      let random = Int.random(in: begin + 1...calls.count, using: &generator)
      let end = number % 3 == 0 ? generator.pick(moments) + 1 : random
      var cut = PowerCut(seed: generator.next(), share: number % 4 == 0 ? .nothing : nil)
      let state = "\(folder)/state \(number)"
      cut.write(RecordedDisk(calls.prefix(end)), to: state)
      let verification = CutVerification(promises, given: moments.count { $0 < end }, after: generation)
      let found = verification.run(storeIn: URL(fileURLWithPath: state, isDirectory: true))
      try? FileManager.default.removeItem(atPath: state)
      if !found.isEmpty {
        problems.append("cut \(number), after call \(end) of \(calls.count), \(calls[end - 1]); \(cut.choices)")
        problems += found.map { "  " + $0 }
      }
    }
    return problems
  }
}
