import FileProviderDomains

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
  /// Whether its transfers are paused; `nil` for a local domain, which has none.
  var isPaused: Bool?

  /// The path as file managers take it: they write “file://” before it, so what means something else in a URI is escaped, and nothing more.
  var escapedMountpoint: String {
    mountpoint.replacing("%", with: "%25").replacing("#", with: "%23").replacing("?", with: "%3F")
  }

  /// What the user may do with it, in the order of the menu.
  var actions: [SideBarAction] { isPaused == nil ? [.open, .status] : SideBarAction.allCases }

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
