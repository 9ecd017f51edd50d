/// What the menu of an account has.
enum SideBarAction: String, CaseIterable {
  case open
  case pause
  case sync
  case status

  var label: String {
    switch self {
    case .open: "Open"
    case .pause: "Pause Transfers"
    case .sync: "Sync Now"
    case .status: "Show Status"
    }
  }
}
