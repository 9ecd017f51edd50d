@testable import FileProviderStore
import FileProviderSync
import Synchronization

@testable import FileProviderReplica

/// Plans each item that a replica decides on, in the same transaction, and reports where the two differ.
final class Shadow: Sendable {
  private let keepsIdentifiers: Bool
  private let seed: UInt64
  private let report: ShadowReport
  /// The plan for the statement that is being written. There is one transaction at a time.
  private let open = Mutex<Writing?>(nil)

  private struct Writing {
    var cell: ShadowCell
    var planned: ShadowStep
    var before: ShadowState
    var words: String
  }

  init(keepsIdentifiers: Bool, seed: UInt64, report: ShadowReport) {
    (self.keepsIdentifiers, self.seed, self.report) = (keepsIdentifiers, seed, report)
  }

  /// Takes a decision of the replica, in its transaction.
  func note(_ decision: Decision, _ reader: StoreReader) {
    var surroundings = StoreSurroundings(reader: reader, keepsIdentifiers: keepsIdentifiers)
    switch decision {
    case .push(let decision, let row): compare(decision, row, in: surroundings)
    case .write(let item, let isOvertaken):
      if surroundings.isDropped(item) { return }
      (surroundings.statement, surroundings.isOvertaken) = (item, isOvertaken)
      let identifier = surroundings.identifier(item.identifier)
      let number = surroundings.number(of: identifier)
      let step = number.map { surroundings.plan($0) } ?? surroundings.plan(identifier)
      let writing = Writing(
        cell: ShadowCell(number, identifier, in: surroundings),
        // What both sides have is not planned: the planner never sees it.
        planned: surroundings.observation(identifier) == nil ? .nothing : ShadowStep(step, in: surroundings),
        before: ShadowState(item, in: surroundings),
        words: "\(step) for \(item.identifier) in \(item.parent)/\(item.filename)")
      open.withLock { $0 = writing }
    case .written(let item):
      guard let writing = open.withLock({ $0.take() }) else { return }
      let done = writing.before.step(to: ShadowState(item, in: surroundings))
      report.note(
        ShadowClass(side: .pull, cell: writing.cell, planned: writing.planned, done: done), seed, writing.words)
    }
  }

  private func compare(_ decision: PushDecision, _ row: PendingRow, in surroundings: StoreSurroundings) {
    var item = row.item
    let done: ShadowStep
    switch decision {
    case .ask: done = .ask
    case .resolve: done = .resolve
    case .postpone: done = .wait
    case .take(let step):
      switch step {
      // The planner knows nothing of what stays on one machine.
      case .keepLocal: return
      case .forget: done = .nothing
      case .wait, .waitForName, .later: done = .wait
      case .transfer: done = .transfer
      case .create: done = .callCreate
      case .modify([], keeping: _): done = .nothing
      case .modify(let fields, keeping: _):
        done = ShadowStep(
          moves: !fields.isDisjoint(with: [.parent, .filename]), sendsContents: fields.contains(.contents))
      case .delete: done = .callDelete
      case .moveAside(let other): (item, done) = (other, .callTemporaryName)
      }
    }
    let number = surroundings.number(item)
    let step = surroundings.plan(number)
    report.note(
      ShadowClass(
        side: .push, cell: ShadowCell(number, nil, in: surroundings), planned: ShadowStep(step, in: surroundings),
        done: done),
      seed, "\(step) for \(row.item), options \(row.options.rawValue), stale \(row.isStale), decided \(decision)")
  }
}

extension StoreSurroundings {
  /// Whether an item is unknown in a folder that nobody has opened: it is found when that is listed. The planner knows no such folders.
  fileprivate func isDropped(_ item: ProvidedItem) -> Bool {
    read { () throws(StoreError) in
      guard try ProvidedReader(reader).provided(identifier: item.identifier) == nil,
        let folder = try ProvidedReader(reader).folder(identifiedBy: item.parent), folder.flags.contains(.unlisted)
      else { return false }
      return try ReplicationReader(reader).listing(of: folder.id) == nil
    }
  }
}
