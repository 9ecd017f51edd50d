public import Foundation

/// When a notice is shown. Apple: User Notifications / `UNNotificationTrigger`.
public class UNNotificationTrigger: NSObject, @unchecked Sendable {
  // Nothing of it changes.

  /// Whether it is shown again and again.
  public let repeats: Bool

  init(repeats: Bool) { self.repeats = repeats }
}

/// A notice is shown after a while. Apple: User Notifications / `UNTimeIntervalNotificationTrigger`.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
  // Nothing of it changes.

  /// The while, in seconds.
  public let timeInterval: TimeInterval

  /// - Parameter timeInterval: The while in seconds, more than 0; 60 at least where it repeats.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(timeInterval > 0, "time interval must be greater than 0")
    precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
    self.timeInterval = timeInterval
    super.init(repeats: repeats)
  }

  /// When it would be shown, if it were added now.
  public func nextTriggerDate() -> Date? { Date() + timeInterval }
}

/// A notice that is to be shown. Apple: User Notifications / `UNNotificationRequest`.
public final class UNNotificationRequest: NSObject, Sendable {
  /// Its name. A notice takes the place of the one before it with this name.
  public let identifier: String
  /// What it says.
  public let content: UNNotificationContent
  /// When it is shown; at once when nil.
  public let trigger: UNNotificationTrigger?

  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = UNNotificationContent(content.values)
    self.trigger = trigger
  }
}
