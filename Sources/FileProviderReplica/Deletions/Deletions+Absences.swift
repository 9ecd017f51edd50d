import FileProviderInterface
import FileProviderStore
import FileProviderSync
import LinuxSystem
import Synchronization

/// Asking for what listings lack, before anything is removed for that: a listing is evidence of what there is, and a weak one of what there is not.
extension Deletions {
  /// What came of asking for an item.
  private enum Absence {
    case isConfirmed
    /// It is there, or something newer is known of it.
    case isOpen
    /// The provider does not report whether single items are there.
    case isUnknown
  }

  /// An item that a listing lacks.
  private struct Absentee {
    let id: ItemID
    let parent: ItemID
    let row: ProvidedRow
  }

  /// Asks the provider for its root, and for each item that a listing lacks, and is in no folder that is gone: what is gone is noted as reported, and what
  /// is there is written as it is. Nothing is asked for in a mass deletion, on which the user decides anyway.
  ///
  /// - Returns: Whether what was reported may be decided, which it may not be without a root; and whether all that listings lack is known.
  func confirmAbsences(
    _ report: inout SynchronizationReport
  ) throws(StoreError) -> (mayDecide: Bool, isWhole: Bool) {
    // All that is held is counted for it, so not where nothing is new.
    let found = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).undecidedItems(limit: 1).isEmpty ? nil : MassDeletionReader(reader).massDeletion()
    }
    guard var mass = found else { return (true, true) }
    if let failure = calls.failureOfRoot() {
      state.note(failure, of: .root)
      report.failures.append(.init(container: .rootContainer, error: failure))
      return (false, false)
    }
    state.latches.withLock { $0.clear(.root) }
    // What is restored makes none of what may still be there.
    mass.restored = 0
    if mass.isHeld { return (true, true) }
    var key = ItemID.none
    var isWhole = true
    var waiting: [ItemID] = []
    while !inFlight.isStopped {
      let (last, absentees, others) = try absentees(after: key)
      guard let last else {
        try lookAgain(at: waiting)
        return (true, isWhole && waiting.isEmpty)
      }
      key = last
      waiting += try waitingItems(among: others)
      let answers = ask(for: absentees)
      var unknown: [Absentee] = []
      for (absentee, answer) in answers {
        switch answer {
        case .success(.isConfirmed): break
        case .success(.isOpen): if try isAbsent(absentee) { isWhole = false }
        case .success(.isUnknown): unknown.append(absentee)
        case .failure(let error as StoreError): throw error
        case .failure(let error):
          isWhole = false
          let container = try state.identifier(of: absentee.parent) ?? .workingSet
          if !report.failures.contains(where: { $0.container == container }) {
            report.failures.append(.init(container: container, error: error))
          }
        }
      }
      if try !confirmByListing(unknown, &report) { isWhole = false }
    }
    return (false, false)
  }

  /// - Returns: The last that was looked at, those to be asked for, and those that are not here, or are in a folder that is gone.
  private func absentees(after key: ItemID) throws(StoreError) -> (last: ItemID?, [Absentee], others: [ItemID]) {
    try store.readCommitted { (reader) throws(StoreError) in
      let some = try ProvidedReader(reader).heldItems(.absent, after: key, limit: 256)
      var (absentees, others): ([Absentee], [ItemID]) = ([], [])
      for id in some {
        guard let item = try reader.item(id), let row = try ProvidedReader(reader).provided(id),
          try !ProvidedReader(reader).isHeld(item.parent)
        else {
          others.append(id)
          continue
        }
        absentees.append(Absentee(id: id, parent: item.parent, row: row))
      }
      return (some.last, absentees, others)
    }
  }

  /// The items that wait for what becomes of their folders. Of one that is not here any more nothing is to be known.
  private func waitingItems(among ids: [ItemID]) throws(StoreError) -> [ItemID] {
    let (waiting, isAnyGone) = try store.readCommitted { (reader) throws(StoreError) in
      var (waiting, isAnyGone): ([ItemID], Bool) = ([], false)
      for id in ids {
        if let item = try reader.item(id) {
          if try ProvidedReader(reader).isHeld(item.parent) { waiting.append(id) }
        } else {
          isAnyGone = true
        }
      }
      return (waiting, isAnyGone)
    }
    if isAnyGone {
      try change { (transaction) throws(StoreError) in
        for id in ids { try MassDeletionEditor(transaction).forgetAbsence(of: id) }
      }
    }
    return waiting
  }

  /// Has another round look at the items that waited for their folders, if one of these is not gone after all.
  private func lookAgain(at ids: [ItemID]) throws(StoreError) {
    let isDue = try store.readCommitted { (reader) throws(StoreError) in
      for id in ids {
        if let parent = try reader.item(id)?.parent, try !ProvidedReader(reader).isHeld(parent) { return true }
      }
      return false
    }
    if isDue { pulls.withLock { _ = $0.schedule() } }
  }

  private func isAbsent(_ absentee: Absentee) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).heldState(of: absentee.id) == .absent
    }
  }

  /// Asks for some items, a few at once.
  private func ask(for absentees: [Absentee]) -> [(Absentee, Result<Absence, any Error>)] {
    let rest = Mutex(absentees[...])
    let answers = Mutex<[(Absentee, Result<Absence, any Error>)]>([])
    let running = Monitor(0)
    let work = { @Sendable [self] in
      while !inFlight.isStopped, let absentee = rest.withLock({ $0.popFirst() }) {
        let answer = Result { try ask(for: absentee) }
        answers.withLock { $0.append((absentee, answer)) }
      }
    }
    for _ in 1..<max(1, min(limits.concurrency, absentees.count)) {
      running.withLock { $0 += 1 }
      let hasStarted = NativeThread.start(name: "replica.ask", stackSize: NativeThread.stackOfOthers) {
        work()
        running.withLock { $0 -= 1 }
      }
      if !hasStarted { running.withLock { $0 -= 1 } }
    }
    work()
    running.wait { $0 == 0 ? () : nil }
    return answers.withLock { $0 }
  }

  private func ask(for absentee: Absentee) throws -> Absence {
    try state.asking { question in try ask(for: absentee, question) }
  }

  private func ask(for absentee: Absentee, _ question: Moment) throws -> Absence {
    let identifier = absentee.row.identifier
    var backoff = backoff()
    while true {
      do {
        let item = try calls.item(for: NSFileProviderItemIdentifier(identifier))
        try loader.applier.apply(ProvidedBatch(updated: [item]), anchor: nil, asked: question)
        return .isOpen
      } catch let error as StoreError { throw error } catch {
        switch ProviderErrorPolicy(error).reaction {
        case .remove:
          let isConfirmed = try change { (transaction) throws(StoreError) in
            // What was reported or answered meanwhile is newer.
            guard try !state.isOutdated(identifier, since: question, transaction.reader) else { return false }
            return try MassDeletionEditor(transaction).confirmAbsence(of: absentee.id, as: absentee.row)
          }
          return isConfirmed ? .isConfirmed : .isOpen
        case .hide: return .isUnknown
        case .retry:
          guard let pause = backoff.next() else { throw error }
          try inFlight.pause(pause)
        default: throw error
        }
      }
    }
  }

  /// Lists the folders of some items once more: what this listing lacks too, beside which no call was made, is gone.
  ///
  /// - Returns: Whether it is known of all of them.
  private func confirmByListing(
    _ absentees: [Absentee], _ report: inout SynchronizationReport
  ) throws(StoreError) -> Bool {
    guard !absentees.isEmpty else { return true }
    loader.list(Array(Set(absentees.map(\.parent))).sorted(), &report)
    return try change { (transaction) throws(StoreError) in
      var isWhole = true
      for absentee in absentees where try ProvidedReader(transaction.reader).heldState(of: absentee.id) == .absent {
        let isQuiet = try ReplicationReader(transaction.reader).listing(of: absentee.parent)?.isComplete == true
        let isConfirmed =
          try isQuiet ? MassDeletionEditor(transaction).confirmAbsence(of: absentee.id, as: absentee.row) : false
        if !isConfirmed { isWhole = false }
      }
      return isWhole
    }
  }
}
