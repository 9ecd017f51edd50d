import FileProviderDomains
import SecretService

/// A mounted domain, as the side bar of a file manager shows it.
struct SideBarAccount: Hashable, Sendable {
  /// CloudProvidersAccountStatus. Invalid (0) is never sent: a file manager does not show such an account.
  enum State: Int32 { case idle = 1, syncing, failing }

  var domain: DomainName
  /// What the user calls it.
  var name: String
  var mountpoint: String
  var state: State
  /// The state in words.
  var details: String
  /// The actions that switch something on or off, and whether it is on. A local domain has none.
  var switches: [SideBarAction: Bool] = [:]

  /// The path as file managers take it: they write “file://” before it, so what means something else in a URI is escaped, and what no bus carries.
  var escapedMountpoint: String {
    mountpoint.unicodeScalars.reduce(into: "") { text, scalar in
      if BusText.carries(scalar), !["%", "#", "?"].contains(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        for byte in UTF8.encode(scalar) ?? .init() { text += "%" + String(byte, radix: 16, uppercase: true) }
      }
    }
  }

  /// Whether the row that a file manager has of an earlier account can show this one. It never changes where a row leads, nor what is in its menu.
  func fitsRow(of former: SideBarAccount) -> Bool { (mountpoint, actions) == (former.mountpoint, former.actions) }

  /// What the user may do with it, in the order of the menu.
  var actions: [SideBarAction] { switches.isEmpty ? [.open, .status] : SideBarAction.allCases }

  /// Its object on the bus. A path has no other characters than letters, digits and “_”.
  var path: String {
    let isPlain: (UInt8) -> Bool = { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    let words = domain.string.utf8.map { byte in
      isPlain(byte)
        ? String(UnicodeScalar(byte)) : "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return SideBar.path + "/account_" + words.joined()
  }
}
