import Glibc

/// Names of users, each looked up once.
package enum Accounts {
  package static func user(_ id: UInt32) -> String {
    if id == last.id { return last.name }
    let name = getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? String(id)
    last = (id, name)
    return name
  }

  package static func group(_ id: UInt32) -> String {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? String(id)
  }

  /// Used by the one thread that prints a listing.
  nonisolated(unsafe) private static var last: (id: UInt32, name: String) = (.max, "")
}
