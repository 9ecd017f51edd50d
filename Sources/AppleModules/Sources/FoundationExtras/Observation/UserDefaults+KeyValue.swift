import Dispatch

extension UserDefaults {
  /// Stores a value, as `set(_:forKey:)`.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

  /// The value, as `object(forKey:)`.
  public func value(forKey key: String) -> Any? { object(forKey: key) }

  /// Calls a block when a property has changed, on a thread of its own. It is looked at each second.
  ///
  /// - Parameters:
  ///   - keyPath: The property, which the code that asks has added.
  ///   - options: What the block is told, and whether it is called at once, too.
  ///   - changeHandler: The block.
  /// - Returns: What keeps the observation alive.
  public func observe<Value: Equatable>(
    _ keyPath: KeyPath<UserDefaults, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (UserDefaults, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    PropertyWatch(self, keyPath, options, changeHandler).start("UserDefaults.observe", every: .seconds(1))
  }
}
