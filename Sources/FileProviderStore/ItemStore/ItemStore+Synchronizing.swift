extension ItemStore {
  /// Synchronizes all contents and the log: for a command whose exit status promises that its changes survive a loss of power.
  ///
  /// - Throws: As `synchronize()`. What was not done is left to the background, and to the next opening.
  package func synchronizeAll() throws(StoreError) {
    try finishHousekeeping()
    try synchronize()
  }

  /// Returns when everything acknowledged before the call is committed and would survive a loss of power.
  ///
  /// - Throws: `inputOutput` or `full`. If it was the disk that refused, nothing more of this opening of the store is promised durable.
  package func synchronize() throws(StoreError) {
    guard access == .changing else { return }
    try commitAcknowledged()
    let generation = wakeFile.generation
    try synchronizer.synchronize()
    witness.note(generation)
  }
}
