// Steps that a test runs one by one: declared, so that code which offers them compiles, and without effect. The system
// here cannot be stopped between two steps; `waitForStabilization` is the barrier that tests need.
extension NSFileProviderManager {
  /// The steps that could be run next. There are none: it throws `CocoaError.featureUnsupported`.
  public func listAvailableTestingOperations() throws -> [any NSFileProviderTestingOperation] {
    throw CocoaError(.featureUnsupported)
  }

  /// Runs steps. It throws `CocoaError.featureUnsupported`.
  public func run(_ operations: [any NSFileProviderTestingOperation]) throws -> [AnyHashable: any Error] {
    throw CocoaError(.featureUnsupported)
  }
}
