public import Foundation

/// What tells observers of notifications: here the one that a program and its extension, or any two programs of a person, share, without data.
public final class CFNotificationCenter: Sendable {
  fileprivate static let darwin = CFNotificationCenter()
  private init() {}
}

/// What a notification is called.
public struct CFNotificationName: RawRepresentable, Hashable, @unchecked Sendable {
  // Sendable: made of a copy, which nobody changes.
  public let rawValue: CFString
  public init(rawValue: CFString) { self.rawValue = NSString(string: rawValue as String) }
  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }
}

/// What is called. On macOS a function of C.
public typealias CFNotificationCallback = (
  CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?, CFDictionary?
) -> Void

/// What becomes of notifications while a program is in the background: it never is.
public enum CFNotificationSuspensionBehavior: Int, Sendable {
  case drop = 1
  case coalesce = 2
  case hold = 3
  case deliverImmediately = 4
}

/// The center of all programs of a person. Its notifications have a name, and no object and no data.
///
/// A notification is an empty file of its name in `fileprovider-notifications` of `XDG_RUNTIME_DIR`, that is closed after it was opened for writing; without such a
/// folder, in a private one of `/tmp`. Several in a row may come as one.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { .darwin }

/// Has a callback called on the main queue for each notification of a name, also from this program.
///
/// - Parameters:
///   - observer: Given to the callback, and what it is removed by.
///   - name: At most 255 bytes; where a byte is neither a letter nor a digit of ASCII nor one of `.-_`, it counts as three.
///   - object: Not looked at.
public func CFNotificationCenterAddObserver(
  _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ callBack: CFNotificationCallback!,
  _ name: CFString!, _ object: UnsafeRawPointer!, _ suspensionBehavior: CFNotificationSuspensionBehavior
) {
  guard let callBack, let name else { return }
  DarwinNotices.shared.add(DarwinNotices.Observer(pointer: observer, call: callBack), of: name as String)
}

/// Removes what an observer has for a name.
public func CFNotificationCenterRemoveObserver(
  _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ name: CFNotificationName!,
  _ object: UnsafeRawPointer!
) {
  DarwinNotices.shared.remove(observer, of: name.map { $0.rawValue as String })
}

/// Removes all that an observer has.
public func CFNotificationCenterRemoveEveryObserver(_ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!) {
  DarwinNotices.shared.remove(observer, of: nil)
}

/// Tells all observers of a name, in all programs of the person.
///
/// - Parameters:
///   - object: Not looked at.
///   - userInfo: Not looked at.
///   - deliverImmediately: Not looked at: nobody waits.
public func CFNotificationCenterPostNotification(
  _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer!, _ userInfo: CFDictionary!,
  _ deliverImmediately: Bool
) {
  guard let name else { return }
  DarwinNotices.shared.post(name.rawValue as String)
}
