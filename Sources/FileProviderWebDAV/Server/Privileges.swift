/// The user's privileges for an item on a server with access control (RFC 3744): those that decide what the system may do.
struct Privileges: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The contents of a document may be changed.
  static let writeContent = Privileges(rawValue: 1)
  /// Items may be put into the folder.
  static let bind = Privileges(rawValue: 2)
  /// Items may be taken out of the folder.
  static let unbind = Privileges(rawValue: 4)
  static let all: Privileges = [.writeContent, .bind, .unbind]

  private static let names: [(XMLName, Privileges)] = [
    (.dav("all"), .all), (.dav("write"), .all), (.dav("write-content"), .writeContent), (.dav("bind"), .bind),
    (.dav("unbind"), .unbind),
  ]
}

extension Privileges {
  static let property = XMLName.dav("current-user-privilege-set")

  /// - Parameter elements: The names of what is in the property.
  init(_ elements: Set<XMLName>) {
    self = Self.names.reduce([]) { elements.contains($1.0) ? $0.union($1.1) : $0 }
  }
}
