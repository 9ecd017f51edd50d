// Whether the user is notified on the desktop of what happens in the domain.
extension ProvidedReader {
  /// Whether the user is notified on the desktop.
  package func showsNotices() throws(StoreError) -> Bool {
    try reader.setting(DomainSetting.withoutNotices) == nil
  }
}

extension PendingEditor {
  /// Sets whether the user is notified on the desktop. It holds from the next notice on.
  package func setShowsNotices(_ shows: Bool) throws(StoreError) {
    try transaction.changeSetting(DomainSetting.withoutNotices, to: shows ? nil : "none")
  }
}
