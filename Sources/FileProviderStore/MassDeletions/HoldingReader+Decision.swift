extension MassDeletionReader {
  static let decision = "held.decision"

  /// What the user has decided on all that is held, as long as that is not done for each item.
  func heldDecision() throws(StoreError) -> HeldState? {
    try reader.setting(Self.decision).flatMap { Int64($0) }.flatMap { HeldState(rawValue: $0) }
  }
}
