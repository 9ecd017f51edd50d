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

  /// Calls a method of an object, which is not kept, with each notification as an object.
  public func addObserver<Target: AnyObject>(
    _ target: Target, calling method: @escaping (Target) -> (NSNotification) -> Void, name: Notification.Name?,
    object: Any?
  ) {
    let forwarded: (Target) -> (Notification) -> Void = { target in
      { method(target)(NSNotification(name: $0.name, object: $0.object, userInfo: $0.userInfo)) }
    }
    addObserver(target, calling: forwarded, name: name, object: object)
  }

  /// Calls a method of an object, which is not kept, at each notification.
  public func addObserver<Target: AnyObject>(
    _ target: Target, calling method: @escaping (Target) -> () -> Void, name: Notification.Name?, object: Any?
  ) {
    addObserver(target, calling: { target in { (_: Notification) in method(target)() } }, name: name, object: object)
  }

  /// Calls no method of an observer any more. Preferred to Foundation's method, which takes `Any` and is called too.
  public func removeObserver(_ observer: AnyObject) { remove(observer, nil, nil) }

  /// Calls no method of an observer at these notifications any more.
  public func removeObserver(_ observer: AnyObject, name: Notification.Name?, object: Any?) {
    remove(observer, name, object)
  }

  private func remove(_ observer: AnyObject, _ name: Notification.Name?, _ object: Any?) {
    NotificationTargets.remove(observer, self, name, object)
    removeObserver(observer as Any, name: name, object: object)
  }
}
