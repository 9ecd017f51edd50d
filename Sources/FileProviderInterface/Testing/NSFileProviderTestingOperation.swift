/// One step of synchronization that a test can run; see ``NSFileProviderManager/listAvailableTestingOperations()``.
///
/// Apple: File Provider / `NSFileProviderTestingOperation`.
public protocol NSFileProviderTestingOperation: NSObjectProtocol {
  /// What kind of step it is, and so which of the other protocols it conforms to.
  var type: NSFileProviderTestingOperationType { get }
}
