/// A side of synchronization. Apple: File Provider / `NSFileProviderTestingOperationSide`.
public enum NSFileProviderTestingOperationSide: UInt, Sendable {
  /// This machine.
  case disk = 0
  /// The provider.
  case fileProvider = 1
}
