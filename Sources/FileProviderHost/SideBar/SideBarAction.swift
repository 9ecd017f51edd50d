/// What the menu of an account has.
enum SideBarAction: String, CaseIterable {
  case open
  case pause
  case sync
  case status
  case notifications
  case metered

  /// Those in the menu “Settings” below that of the account.
  static let settings: [Self] = [.notifications, .metered]

  var label: String {
    switch self {
    case .open: "Open"
    case .pause: "Pause Transfers"
    case .sync: "Sync Now"
    case .status: "Show Status"
    case .notifications: "Notifications"
    case .metered: "Use Metered Networks"
    }
  }
}
