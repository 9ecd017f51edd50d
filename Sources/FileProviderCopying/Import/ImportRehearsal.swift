import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// Takes the writer's place in a rehearsal: prints what the writer would do with what the walker finds.
final class ImportRehearsal {
  private let queue: StepQueue
  private let tally: TransferTally
  private let report: BulkReport
  private let removal: ImportRemoval

  init(store: ItemStore, options: ImportOptions, tally: TransferTally, report: BulkReport, queue: StepQueue) {
    self.queue = queue
    self.tally = tally
    self.report = report
    removal = ImportRemoval(store: store, options: options, tally: tally, report: report)
  }

  /// Prints until the walker is done.
  func run() throws {
    do {
      while let steps = queue.pop() {
        for step in steps { try rehearse(step) }
      }
    } catch {
      _ = queue.abandon()
      throw error
    }
  }

  private func rehearse(_ step: ImportStep) throws {
    switch step {
    case .enter(let entry):
      if entry.existing?.isFolder != true { try say(.added, entry) }
    case .item(let entry):
      try say(entry.existing?.kind == entry.kind ? .updated : .added, entry)
    case .remove(let id, let folder, let place): _ = try removal.remove(id, in: folder, place)
    case .leave: break
    }
  }

  private func say(_ deed: BulkReport.Deed, _ entry: ImportEntry) throws {
    tally.add { if deed == .added { $0.made += 1 } else { $0.updated += 1 } }
    try report.say(deed, entry.path)
  }
}
