public import Foundation

/// What a program wants to do. Apple: User Notifications / `UNAuthorizationOptions`.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Show a number of its own.
  public static let badge = Self(rawValue: 1 << 0)
  /// Make sounds.
  public static let sound = Self(rawValue: 1 << 1)
  /// Show notices.
  public static let alert = Self(rawValue: 1 << 2)
  /// Make sounds that nothing silences.
  public static let criticalAlert = Self(rawValue: 1 << 4)
  /// Have a button for its settings.
  public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
  /// Show notices without having asked.
  public static let provisional = Self(rawValue: 1 << 6)
}

/// Whether a program may show notices. Apple: User Notifications / `UNAuthorizationStatus`.
public enum UNAuthorizationStatus: Int, Sendable {
  /// Nobody was asked. Never on Linux.
  case notDetermined
  /// There is nothing that shows notices.
  case denied
  /// It may.
  case authorized
  /// It may, quietly. Never on Linux.
  case provisional
}

/// What a program may do. Apple: User Notifications / `UNNotificationSettings`.
public final class UNNotificationSettings: NSObject, Sendable {
  /// Whether it may show notices.
  public let authorizationStatus: UNAuthorizationStatus

  init(_ status: UNAuthorizationStatus) { authorizationStatus = status }
}

/// Why a notice is not shown. Apple: User Notifications / `UNError`.
public struct UNError: CustomNSError, Sendable {
  /// Apple: User Notifications / `UNError.Code`.
  public enum Code: Int, Sendable {
    /// There is nothing that shows notices, or it did not.
    case notificationsNotAllowed = 1
    /// It says nothing.
    case notificationInvalidNoContent = 1401
  }

  /// The kind.
  public let code: Code
  /// The reason, in words.
  let reason: String

  public static var errorDomain: String { UNErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
}

/// The domain of these errors.
public let UNErrorDomain = "UNErrorDomain"
