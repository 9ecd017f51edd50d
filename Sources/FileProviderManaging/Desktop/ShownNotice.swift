/// A notice that the desktop shows, and that the user may choose something of.
struct ShownNotice {
  let notice: DesktopNotice
  /// The unique name of the service that shows it. Another service gives the same numbers to other notices.
  var owner: String?
  /// Part of the keys of its actions. Neither the notice whose place it takes nor one of another process has the same.
  private let token = String(UInt64.random(in: 0...UInt64.max), radix: 36)

  init(_ notice: DesktopNotice) { self.notice = notice }

  /// The key of an action on the bus.
  func key(of action: DesktopNotice.Action) -> String { "\(action.rawValue).\(token)" }

  /// The action that a key stands for; `nil` where it is none of this notice.
  func action(_ key: String) -> DesktopNotice.Action? { notice.actions.first { self.key(of: $0) == key } }
}
