/// The properties of an account.
enum SideBarProperty: String, CaseIterable {
  case name = "Name"
  case icon = "Icon"
  case mountpoint = "Path"
  case status = "Status"
  case details = "StatusDetails"

  var signature: String {
    switch self {
    case .name, .icon, .mountpoint, .details: "s"
    case .status: "i"
    }
  }

  /// Whether two accounts differ in it.
  func differs(_ one: SideBarAccount, _ other: SideBarAccount) -> Bool {
    switch self {
    case .name: one.name != other.name
    case .icon: false
    case .mountpoint: one.mountpoint != other.mountpoint
    case .status: one.state != other.state
    case .details: one.details != other.details
    }
  }
}
