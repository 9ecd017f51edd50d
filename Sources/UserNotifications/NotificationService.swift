import Foundation
import SecretService

/// What shows notices on the desktop (org.freedesktop.Notifications), and the notices that it has of this process.
///
/// Its connection to the bus is kept: GNOME takes a program's notices away when the connection ends that they came by.
final class NotificationService: @unchecked Sendable {
  // Used on the queue of its center alone.

  private static let name = "org.freedesktop.Notifications"

  private let address: String?
  private var bus: Bus?
  /// The name on the bus of the process that gave the notices their numbers. To another one, which shows notices after it, a number is of
  /// somebody else's notice, or of none.
  private var owner: String?
  private var shown = ShownNotices()

  init(address: String?) { self.address = address }

  /// The connection, or a new one if it has ended.
  private func connection() throws(SecretServiceError) -> Bus {
    if let bus, bus.settle() { return bus }
    (bus, owner, shown) = (nil, nil, ShownNotices())
    let opened = try Bus(address: address)
    bus = opened
    return opened
  }

  private func call(
    _ member: String, to destination: String, _ write: (BusMessage) throws(SecretServiceError) -> Void = { _ in }
  ) throws(SecretServiceError) -> BusMessage {
    try connection().call("/org/freedesktop/Notifications", Self.name, member, to: destination, write)
  }

  /// Which process shows notices now.
  private func ownerNow() throws(SecretServiceError) -> String {
    let bus = "org.freedesktop.DBus"
    return try connection().call("/org/freedesktop/DBus", bus, "GetNameOwner", to: bus) {
      message throws(SecretServiceError) in try message.write(Self.name)
    }.text()
  }

  /// The process that shows notices, started if it has to be. The numbers of one before it are forgotten.
  private func ready() throws(SecretServiceError) -> String {
    // A call by the name that every such service has starts one; what it answers is not of interest.
    _ = try call("GetCapabilities", to: Self.name)
    let now = try ownerNow()
    if now != owner { (owner, shown) = (now, ShownNotices()) }
    return now
  }

  /// Whether something shows notices, or can be started to.
  var isThere: Bool { (try? call("GetCapabilities", to: Self.name)) != nil }

  /// Shows a notice, in place of the one with its name.
  func show(_ content: UNNotificationContent.Values, named name: String) throws(SecretServiceError) {
    let owner = try ready()
    let replaced = shown[name] ?? 0
    shown[name] = try call("Notify", to: owner) { message throws(SecretServiceError) in
      try Self.write(content, replacing: replaced, to: message)
    }.number()
  }

  /// Takes notices away.
  func close(_ names: [String]) { for name in names { close(shown.remove(name)) } }

  /// Takes all notices away.
  func closeAll() { close(shown.names) }

  private func close(_ number: UInt32?) {
    // One that its person has closed, or that went with who showed it, is gone already.
    guard let number, let owner, (try? ownerNow()) == owner else { return }
    _ = try? call("CloseNotification", to: owner) { message throws(SecretServiceError) in try message.write(number) }
  }

  private static func write(
    _ content: UNNotificationContent.Values, replacing replaced: UInt32, to message: BusMessage
  ) throws(SecretServiceError) {
    let lines = [content.title, content.subtitle, content.body].filter { !$0.isEmpty }
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
  }

  private static func hint(
    _ name: String, _ type: String, _ message: BusMessage, _ value: () throws(SecretServiceError) -> Void
  ) throws(SecretServiceError) {
    try message.write("e", "sv") { () throws(SecretServiceError) in
      try message.write(name)
      try message.write("v", type, value)
    }
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
