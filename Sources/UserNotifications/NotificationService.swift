import Foundation
import SecretService

/// What shows notices on the desktop (org.freedesktop.Notifications).
enum NotificationService {
  private static func call(
    _ member: String, on address: String?, _ write: (BusMessage) throws(SecretServiceError) -> Void = { _ in }
  ) throws(SecretServiceError) -> BusMessage {
    let name = "org.freedesktop.Notifications"
    return try Bus(address: address).call("/org/freedesktop/Notifications", name, member, to: name, write)
  }

  /// Whether something shows notices.
  static func isThere(on address: String?) -> Bool {
    (try? call("GetCapabilities", on: address)) != nil
  }

  /// Shows a notice.
  ///
  /// - Parameter replaced: The number of the one whose place it takes; 0 for none.
  /// - Returns: Its number.
  static func show(_ content: UNNotificationContent.Values, replacing replaced: UInt32, on address: String?)
    throws(SecretServiceError) -> UInt32
  {
    let lines = [content.title, content.subtitle, content.body].filter { !$0.isEmpty }
    return try call("Notify", on: address) { message throws(SecretServiceError) in
      try message.write(ProcessInfo.processInfo.processName)
      try message.write(replaced)
      try message.write("")
      try message.write(lines.first ?? "")
      try message.write(escaped(lines.dropFirst().joined(separator: "\n")))
      try message.write("a", "s") {}
      try message.write("a", "{sv}") { () throws(SecretServiceError) in
        try hint("urgency", "y", message) { () throws(SecretServiceError) in try message.write(content.urgency) }
        if let sound = content.sound {
          try hint("sound-name", "s", message) { () throws(SecretServiceError) in try message.write(sound.name) }
        } else {
          try hint("suppress-sound", "b", message) { () throws(SecretServiceError) in try message.write(true) }
        }
      }
      // The desktop knows for how long.
      try message.write(Int32(-1))
    }.number()
  }

  private static func hint(
    _ name: String, _ type: String, _ message: BusMessage, _ value: () throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    try message.write("e", "sv") { () throws(SecretServiceError) in
      try message.write(name)
      try message.write("v", type, value)
    }
  }

  /// Takes a notice away.
  static func close(_ number: UInt32, on address: String?) throws(SecretServiceError) {
    _ = try call("CloseNotification", on: address) { message throws(SecretServiceError) in try message.write(number) }
  }

  /// Why a notice is not shown.
  static func words(_ error: SecretServiceError) -> String {
    switch error {
    case .noLibrary: "libsystemd is not installed (libsystemd.so.0)"
    case .noBus(let reason): "there is no session bus (\(reason))"
    case .noService: "nothing on the session bus shows notices"
    case .unspeakable: "a text has a byte of zero in it"
    case .noDefaultCollection, .locked, .dismissed: "\(error)"
    case .failed(let reason): reason
    }
  }

  /// The text of a notice may have markup, which this is none of.
  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}

extension UNNotificationContent.Values {
  fileprivate var urgency: UInt8 {
    switch interruptionLevel {
    case .passive: 0
    case .active: 1
    case .timeSensitive, .critical: 2
    }
  }
}
