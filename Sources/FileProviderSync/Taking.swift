/// How observed contents are taken.
package enum Taking: Hashable, Sendable {
  /// The contents did not change at the provider.
  case kept
  /// The provider's bytes are known, and are what we have or have sent.
  case known(Contents)
  /// The local copy is dropped; the proof says why it may be. Nil if there was none.
  case replaced(Discard?)
}
