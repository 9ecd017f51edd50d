extension ItemStore {
  /// Returns when everything acknowledged before the call is committed and would survive a loss of power.
  ///
  /// - Throws: `inputOutput` or `full`. If it was the disk that refused, nothing more of this opening of the store is promised durable.
  package func synchronize() throws(StoreError) {
    guard access == .changing else { return }
    try settle()
    let generation = wakeFile.generation
    try synchronizer.synchronize()
    witness.note(generation)
  }
}
