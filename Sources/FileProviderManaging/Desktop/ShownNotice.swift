/// A notice that the desktop shows, and that the user may choose something of.
struct ShownNotice {
  let notice: DesktopNotice
  /// The unique name of the service that shows it. Another service gives the same numbers to other notices.
  var owner: String?
  /// The number of the message in which the service says that it shows it. What the service has said before is about the notice whose place it takes.
  var cookie: UInt64 = 0
  /// Whether the user has decided. Then nothing but “show” can still be chosen: the desktop may show the other buttons for longer.
  private var isDecided = false
  /// Part of the keys of its actions. Neither the notice whose place it takes nor one of another process has the same.
  private let token = String(UInt64.random(in: 0...UInt64.max), radix: 36)

  init(_ notice: DesktopNotice) { self.notice = notice }

  /// The key of an action on the bus.
  func key(of action: DesktopNotice.Action) -> String { "\(action.rawValue).\(token)" }

  /// Takes the user's choice.
  ///
  /// - Returns: The action to do; `nil` where the key is none of this notice, and for a second decision.
  mutating func choose(_ key: String) -> DesktopNotice.Action? {
    guard let action = notice.actions.first(where: { self.key(of: $0) == key }) else { return nil }
    if action == .show { return action }
    defer { isDecided = true }
    return isDecided ? nil : action
  }
}
