/// How much room there is on a server (RFC 4331).
struct ServerRoom: Hashable, Sendable {
  var available: Int64
  var used: Int64

  static let properties: [XMLName] = [.dav("quota-available-bytes"), .dav("quota-used-bytes")]

  /// - Returns: `nil` if it is unlimited or unknown, for which a Nextcloud uses negative numbers.
  init?(_ properties: [XMLName: StatusEntry.Property]) {
    func number(_ name: XMLName) -> Int64? { properties[name].flatMap { Int64($0.text) }.flatMap { $0 < 0 ? nil : $0 } }
    guard let available = number(Self.properties[0]) else { return nil }
    self.available = available
    used = number(Self.properties[1]) ?? 0
  }
}

extension WebDAVServer {
  /// Asks how much room there is in the collection.
  func room(_ cancellation: Cancellation?) throws -> ServerRoom? {
    var room: ServerRoom?
    _ = try report("PROPFIND", .root, body: Self.propfind(ServerRoom.properties), depth: "0", cancellation) { entry in
      if room == nil { room = ServerRoom(entry.properties) }
    }
    return room
  }
}
