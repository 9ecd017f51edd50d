import Synchronization

/// Who was registered with a method of its own, and with which observation of Foundation's.
///
/// No target is read with `entries` locked: ours may be the last reference to it by then, and its `deinit` may come here to remove it.
enum NotificationTargets {
  private final class Entry: @unchecked Sendable {
    // Sendable because nothing of it changes but when its target goes, which the runtime guards.
    weak var target: AnyObject?
    /// Which target it is, also while that goes.
    let identity: ObjectIdentifier
    let center: NotificationCenter
    let name: Notification.Name?
    let object: ObjectIdentifier?
    let token: any NSObjectProtocol

    init(
      _ target: AnyObject, _ center: NotificationCenter, _ name: Notification.Name?, _ object: ObjectIdentifier?,
      _ token: any NSObjectProtocol
    ) {
      (self.target, identity) = (target, ObjectIdentifier(target))
      (self.center, self.name, self.object, self.token) = (center, name, object, token)
    }
  }

  private static let entries = Mutex<[Entry]>([])

  static func add(
    _ target: AnyObject, _ center: NotificationCenter, _ name: Notification.Name?, _ object: Any?,
    _ call: @escaping @Sendable (Notification) -> Void
  ) {
    let token = center.addObserver(forName: name, object: object, queue: nil, using: call)
    let entry = Entry(target, center, name, object.map { ObjectIdentifier($0 as AnyObject) }, token)
    let gone = entries.withLock { $0 }.filter { $0.target == nil }
    if !gone.isEmpty { remove { entry in gone.contains { $0 === entry } } }
    entries.withLock { $0.append(entry) }
  }

  static func remove(
    _ target: AnyObject, _ center: NotificationCenter, _ name: Notification.Name?, _ object: Any?
  ) {
    let (target, center) = (ObjectIdentifier(target), ObjectIdentifier(center))
    let object = object.map { ObjectIdentifier($0 as AnyObject) }
    remove { entry in
      entry.identity == target && ObjectIdentifier(entry.center) == center
        && (name == nil || entry.name == name) && (object == nil || entry.object == object)
    }
  }

  private static func remove(where isRemoved: @Sendable (Entry) -> Bool) {
    let removed = entries.withLock { entries in
      let removed = entries.filter(isRemoved)
      entries.removeAll(where: isRemoved)
      return removed
    }
    for entry in removed { entry.center.removeObserver(entry.token) }
  }
}
