// Not Apple's. A selector is not on Linux: `adopt-provider.sh` writes “selector: #selector(changed(_:))” as “calling: { $0.changed(_:) }”.
extension NotificationCenter {
  /// Calls a method of an object, which is not kept, with each notification.
  public func addObserver<Target: AnyObject>(
    _ target: Target, calling method: @escaping (Target) -> (Notification) -> Void, name: Notification.Name?,
    object: Any?
  ) {
    nonisolated(unsafe) let method = method
    nonisolated(unsafe) weak let kept = target
    NotificationTargets.add(target, self, name, object) { notification in
      if let kept { method(kept)(notification) }
    }
  }

  /// Calls a method of an object, which is not kept, at each notification.
  public func addObserver<Target: AnyObject>(
    _ target: Target, calling method: @escaping (Target) -> () -> Void, name: Notification.Name?, object: Any?
  ) {
    addObserver(target, calling: { target in { (_: Notification) in method(target)() } }, name: name, object: object)
  }

  /// Calls no method of an object any more; with a name or an object, none for those.
  public func removeTarget(_ target: AnyObject, name: Notification.Name? = nil, object: Any? = nil) {
    NotificationTargets.remove(target, self, name, object)
  }
}
