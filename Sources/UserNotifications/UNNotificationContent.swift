public import Foundation

/// How much a notice is to be noticed. Apple: User Notifications / `UNNotificationInterruptionLevel`.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
  /// It waits in the list.
  case passive
  /// It is shown.
  case active
  /// It is shown also to a person who wants to be left alone, where the desktop does so for what is urgent.
  case timeSensitive
  /// As `timeSensitive`.
  case critical
}

/// The sound of a notice. Apple: User Notifications / `UNNotificationSound`.
public final class UNNotificationSound: NSObject, Sendable {
  /// The name of a sound of the desktop's theme.
  let name: String

  private init(theme name: String) { self.name = name }

  /// That of a message.
  public static let `default` = UNNotificationSound(theme: "message-new-instant")
  /// That of a warning.
  public static let defaultCritical = UNNotificationSound(theme: "dialog-warning")
}

/// What a notice says. Apple: User Notifications / `UNNotificationContent`.
public class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Only a mutable one changes, and a request has a copy.

  struct Values {
    var title = ""
    var subtitle = ""
    var body = ""
    var sound: UNNotificationSound?
    var badge: NSNumber?
    var userInfo: [AnyHashable: Any] = [:]
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var interruptionLevel = UNNotificationInterruptionLevel.active
  }

  var values: Values

  init(_ values: Values) { self.values = values }

  /// The first line.
  public var title: String { values.title }
  /// The second line.
  public var subtitle: String { values.subtitle }
  /// The text.
  public var body: String { values.body }
  /// The sound; nil for none.
  public var sound: UNNotificationSound? { values.sound }
  /// Without effect: programs have no number on Linux.
  public var badge: NSNumber? { values.badge }
  /// What its program wants to know again.
  public var userInfo: [AnyHashable: Any] { values.userInfo }
  /// Without effect: a notice has no buttons.
  public var categoryIdentifier: String { values.categoryIdentifier }
  /// Without effect: the desktop groups by program.
  public var threadIdentifier: String { values.threadIdentifier }
  /// How much it is to be noticed.
  public var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }

  public func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(values) }
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UNMutableNotificationContent()
    copy.values = values
    return copy
  }
}

/// What a notice is going to say. Apple: User Notifications / `UNMutableNotificationContent`.
public final class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  // As with other mutable objects, who shares one does not change it meanwhile.

  public init() { super.init(Values()) }

  override public var title: String {
    get { values.title }
    set { values.title = newValue }
  }
  override public var subtitle: String {
    get { values.subtitle }
    set { values.subtitle = newValue }
  }
  override public var body: String {
    get { values.body }
    set { values.body = newValue }
  }
  override public var sound: UNNotificationSound? {
    get { values.sound }
    set { values.sound = newValue }
  }
  override public var badge: NSNumber? {
    get { values.badge }
    set { values.badge = newValue }
  }
  override public var userInfo: [AnyHashable: Any] {
    get { values.userInfo }
    set { values.userInfo = newValue }
  }
  override public var categoryIdentifier: String {
    get { values.categoryIdentifier }
    set { values.categoryIdentifier = newValue }
  }
  override public var threadIdentifier: String {
    get { values.threadIdentifier }
    set { values.threadIdentifier = newValue }
  }
  override public var interruptionLevel: UNNotificationInterruptionLevel {
    get { values.interruptionLevel }
    set { values.interruptionLevel = newValue }
  }
}
