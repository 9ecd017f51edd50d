// After a loss of power, or of the disk, the store may be a little older than what the provider has acknowledged.
extension PushEditor {
  /// Notes whether something may have been lost since anything was sent: this is another run of the machine, or another epoch of the store
  /// has begun, whichever process began it.
  ///
  /// - Returns: Whether it may: what was acknowledged then may be acknowledged no more.
  package func mayHaveLostAnswers() throws(StoreError) -> Bool {
    guard let boot = BootIdentity.current?.text else { return true }
    guard try reader.setting(EpochRecord.pushBoot) != boot else { return false }
    try transaction.changeSetting(EpochRecord.pushBoot, to: boot)
    return true
  }

  /// Marks all that is pending unconfirmed, whatever is known of it.
  package func makePendingUnconfirmed() throws(StoreError) {
    try reader.statement(.expectExistingItems).run()
    try ReplicationEditor(transaction).noteCreationDates()
    // The monotonic clock begins anew with the machine: what was to wait a second could wait as long as the machine ran before.
    let statement = try reader.statement(.forgetMoments)
    statement.bind(1, PushPace.now)
    try statement.run()
  }
}
