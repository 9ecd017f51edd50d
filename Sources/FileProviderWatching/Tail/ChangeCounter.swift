import FileProviderStore

/// Counts the selected changes.
final class ChangeCounter: ChangeHistoryVisitor {
  private let filter: ChangeFilter
  private(set) var count = 0

  init(_ filter: ChangeFilter) { self.filter = filter }

  func visitDropEverything(at generation: Generation, resume: ContinuationToken) {}
  func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try count(change, reader)
  }
  func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try count(change, reader)
  }
  func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try count(change, reader)
  }
  func visitBatchStart() { filter.forgetPaths() }

  private func count(_ change: ItemChange, _ reader: StoreReader) throws(StoreError) {
    if try filter.includes(change, reader) { count += 1 }
  }
}
