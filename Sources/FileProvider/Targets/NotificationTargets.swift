import Synchronization

/// Who was registered with a method of its own, and with which observation of Foundation's.
enum NotificationTargets {
  private struct Entry: @unchecked Sendable {
    // Sendable because nothing of it changes but when its target goes, which the runtime guards.
    weak var target: AnyObject?
    let center: NotificationCenter
    let name: Notification.Name?
    let object: ObjectIdentifier?
    let token: any NSObjectProtocol
  }

  private static let entries = Mutex<[Entry]>([])

  static func add(
    _ target: AnyObject, _ center: NotificationCenter, _ name: Notification.Name?, _ object: Any?,
    _ call: @escaping @Sendable (Notification) -> Void
  ) {
    let token = center.addObserver(forName: name, object: object, queue: nil, using: call)
    let entry = Entry(
      target: target, center: center, name: name, object: object.map { ObjectIdentifier($0 as AnyObject) }, token: token
    )
    remove { $0.target == nil }
    entries.withLock { $0.append(entry) }
  }

  static func remove(
    _ target: AnyObject, _ center: NotificationCenter, _ name: Notification.Name?, _ object: Any?
  ) {
    let (target, center) = (ObjectIdentifier(target), ObjectIdentifier(center))
    let object = object.map { ObjectIdentifier($0 as AnyObject) }
    remove { entry in
      entry.target.map(ObjectIdentifier.init) == target && ObjectIdentifier(entry.center) == center
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
