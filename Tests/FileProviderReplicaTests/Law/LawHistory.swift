import FileProvider
import FileProviderStore
@testable import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// A random history: machines and their provider are edited, calls fail, processes end. Then everything is mended, and both sides are compared.
struct LawHistory {
  /// What can go wrong in it.
  struct Kind: Sendable, CustomTestStringConvertible {
    /// How badly the calls fail: 0 for not at all, 1 with an answer, 2 also without.
    var faults = 0
    var machines = 1
    var isNamedByPath = false
    var pageSize = 3
    var paging = MemoryPaging.afterItem

    var testDescription: String {
      "machines \(machines), faults \(faults), pages of \(pageSize) \(paging)\(isNamedByPath ? ", named by path" : "")"
    }
  }

  let kind: Kind
  let trace = LawTrace()
  private var random: SeededGenerator
  private let limits: ReplicaLimits
  /// The folders that one side alone edits: the provider's, and one of each machine.
  private var own = [OwnTree(name: "own-there")]
  private var edits = 0
  private let seed: UInt64
  private let shadow: ShadowReport?

  /// - Parameter shadow: Gets how the planner of `FileProviderSync` would have decided.
  init(_ kind: Kind, seed: UInt64, shadow: ShadowReport? = nil) {
    self.kind = kind
    (self.seed, self.shadow) = (seed, shadow)
    random = SeededGenerator(seed: seed)
    var limits = ReplicaLimits.quick
    (limits.call, limits.fetch) = (.seconds(2), .milliseconds(300))
    // In half of them several edits and reports meet before anything is sent.
    if random.oneIn(2) { (limits.quiet, limits.noteInterval) = (.milliseconds(60), .milliseconds(15)) }
    self.limits = limits
  }

  /// - Returns: What is wrong in the end; nothing, if the law holds.
  mutating func run() async throws -> [String] {
    var stages = [try await makeStage(in: nil)]
    while stages.count < kind.machines { stages.append(try await makeStage(in: stages[0].tree)) }
    for stage in stages { try await stage.replica.synchronize(listsEverything: true) }
    let year: Double = 365 * 86_400
    var editor = TwoSidedEditor(stage: stages[0], skew: random.pick([0, year, -year]), trace: trace)
    stages[0].tree.put(.folder(own[0].name))
    for (number, stage) in stages.enumerated() {
      own.append(OwnTree(name: "own-\(number)"))
      try stage.make(own[number + 1].path, kind: .folder)
      // After a loss of power two folders that were made within a millisecond may become one.
      try await Task.sleep(for: .milliseconds(2))
    }
    for _ in 0..<Int.random(in: 20...60, using: &random) {
      let number = random.below(stages.count)
      editor.stage = stages[number]
      if random.oneIn(3) { try editOwn(number + 1, editor.stage) } else { try await step(&editor) }
    }
    trace.note("mended")
    for stage in stages { stage.provider.mend() }
    var problems = try await join(stages) + check(editor, stages)
    if !problems.isEmpty {
      for stage in stages { for line in try stage.described() { trace.note(line) } }
    }
    for stage in stages {
      await stage.stop()
      problems += try stage.findings()
    }
    return problems
  }

  private mutating func makeStage(in tree: MemoryTree?) async throws -> ReplicaStage {
    let script = ProviderScript(
      items: ProviderScript.tree, faults: faults(), pageSize: kind.pageSize, hasTrash: !kind.isNamedByPath,
      paging: kind.paging)
    let (isNamedByPath, trace) = (kind.isNamedByPath, trace)
    let shadow = shadow.map { Shadow(keepsIdentifiers: !kind.isNamedByPath, seed: seed, report: $0) }
    return try await ReplicaStage(script, limits: limits, tree: tree, shadow: shadow) {
      LawProvider($0, isNamedByPath: isNamedByPath, trace: trace)
    }
  }

  private mutating func step(_ editor: inout TwoSidedEditor) async throws {
    let stage = editor.stage
    let number = random.below(kind.machines > 1 ? 24 : 22)
    switch number {
    case 0..<9: return try editor.editHere(&random)
    case 9..<14: return editor.editThere(&random)
    case 14: stage.provider.base.signal()
    case 15: stage.tree.forgetHistory()
    case 16: try stage.forgetLog()
    case 17:
      try await stage.restart(limits: limits, isOtherBoot: random.oneIn(3))
    case 20: return try await editor.readHere(&random)
    case 21: return try editor.evictHere(&random)
    case 22: stage.provider.cutOff()
    case 23: stage.provider.mend()
    // The clock itself is meant: any moment.
    default: return try await Task.sleep(for: .milliseconds(random.below(20)))
    }
    let words = ["signal", "history forgotten", "log pruned", "restart", "", "", "", "", "cut off", "mended"]
    trace.note(words[number - 14])
  }

  /// Edits a folder of the provider, or one of a machine.
  private mutating func editOwn(_ number: Int, _ stage: ReplicaStage) throws {
    edits += 1
    if random.oneIn(2) {
      let said = own[0].editThere(stage.tree, &random, identifier: "own\(edits)")
      if let said { trace.note("there, own: \(said)") }
    } else if let said = try own[number].editHere(stage, &random) {
      trace.note("here, own: \(said)")
    }
  }

  private mutating func faults() -> [Fault] {
    guard kind.faults > 0 else { return [] }
    let effects: [Fault.Effect] = [.error, .errorAfterwards, .twice, .late, .never, .neverAfterwards]
    // Listings but the first ones are interrupted, and go on with what is old by then.
    let pages = (kind.paging == .ofSnapshot ? 0..<6 : 0..<0).map { _ in
      Fault(.error, in: .page, after: 20 + random.below(60), times: 1 + random.below(3), code: 1, domain: "Other")
    }
    return pages
      + [Fault.Call.create, .modify, .delete, .create, .modify].map { call in
        let code = random.pick([NSFileProviderError.Code.serverUnreachable.rawValue, 1, 2])
        return Fault(
          random.pick(Array(effects.prefix(kind.faults == 1 ? 4 : effects.count))), in: call, after: random.below(7),
          times: 1 + random.below(3), code: code, domain: code < 0 ? nil : "Other", milliseconds: 5)
      }
  }

  // MARK: The end

  /// Synchronizes in both directions until all are equal.
  private func join(_ stages: [ReplicaStage]) async throws -> [String] {
    var differences = ["nothing was compared"]
    for _ in 0..<20 where !differences.isEmpty {
      for stage in stages {
        try await stage.replica.synchronize(listsEverything: true)
        guard try await stage.push() else { return ["something waits for ever: \(try stage.waiting())"] }
      }
      for stage in stages { try await stage.replica.synchronize(listsEverything: true) }
      differences = try stages.compactMap { try $0.difference() }
    }
    return try await differences + rest(stages)
  }

  /// What is still sent when both sides are equal.
  private func rest(_ stages: [ReplicaStage]) async throws -> [String] {
    let before = stages.map { $0.law?.sent.count ?? 0 }
    for stage in stages {
      try await stage.replica.synchronize(listsEverything: true)
      guard try await stage.push() else { return ["something waits for ever: \(try stage.waiting())"] }
    }
    let after = stages.map { $0.law?.sent.count ?? 0 }
    return zip(before, after).filter { $0 != $1 }.map { "\($1 - $0) more calls after both were equal" }
  }

  /// What is wrong now that both sides rest.
  private func check(_ editor: TwoSidedEditor, _ stages: [ReplicaStage]) throws -> [String] {
    let tree = editor.stage.tree
    let there = tree.items.map(\.text)
    let kept = try Set(there).union(stages.flatMap { try $0.rescued() })
    let lost = editor.alive.subtracting(kept).sorted().map { "“\($0)” is lost" }
    let edits = Dictionary(grouping: there.filter { $0.hasPrefix("edit") }, by: { $0 })
    // Where a path is all that there is of an item, one machine may move what is the backup of another, whose contents may have come after that.
    let backups = Set(tree.items.filter { $0.name.hasSuffix("~") }.map(\.text))
    let moved = movedByPath(stages).intersection(editor.backedUp.union(backups))
    let twice = edits.filter { $0.value.count > 1 && !moved.contains($0.key) }
      .map { "“\($0.key)” is there \($0.value.count) times" }
    return lost + twice + cameBack(editor, stages) + own.flatMap { $0.problems(tree) }
  }

  /// What was replaced or deleted by somebody who had seen it, and is there again. Where an answer was lost, it is unknown whether it was seen; and a
  /// backup is a document of its own, of which whoever deletes the original knows nothing. So is what a machine has moved, of two, where a path is all that
  /// there is of an item.
  private func cameBack(_ editor: TwoSidedEditor, _ stages: [ReplicaStage]) -> [String] {
    let unanswered = stages.reduce(into: Set<String>()) { $0.formUnion($1.law?.sent.unanswered ?? []) }
    let there = editor.stage.tree.items.filter { $0.parent != MemoryItem.trash }
    let found = Set(there.map(\.text))
    let dead = editor.dead.subtracting(unanswered).subtracting(editor.backedUp).subtracting(movedByPath(stages))
    return dead.intersection(found).sorted().map { "“\($0)” came back" }
  }

  /// What a machine has moved, of two, where a path is all that there is of an item: for the other one it is gone, and something new has come.
  private func movedByPath(_ stages: [ReplicaStage]) -> Set<String> {
    guard kind.machines > 1, kind.isNamedByPath else { return [] }
    return stages.reduce(into: []) { $0.formUnion($1.law?.sent.moved ?? []) }
  }
}
