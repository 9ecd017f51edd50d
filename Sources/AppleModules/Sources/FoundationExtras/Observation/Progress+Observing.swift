import Dispatch

// Objects on Linux do not tell of changes to their properties. A progress is what extensions observe: that of a transfer, to carry it over
// into the one that they returned. It is looked at ten times a second.
extension Progress {
  /// Calls a block when a property has changed, on a thread of its own.
  ///
  /// - Parameters:
  ///   - keyPath: The property, such as `\.fractionCompleted`.
  ///   - options: What the block is told, and whether it is called at once, too.
  ///   - changeHandler: The block.
  /// - Returns: What keeps the observation alive.
  public func observe<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<Progress, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Progress, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    PropertyWatch(self, keyPath, options, changeHandler).start("Progress.observe", every: .milliseconds(100))
  }
}
