import FileProviderStore
package import Foundation

/// Where the history of the changes of a domain was.
struct HistoryPlace {
  /// The place in the log.
  let anchor: ContinuationToken
  /// What was in the groups, read there or later; nil where it was not asked for.
  var members: GroupMembers?
  /// The contacts that had a link; nil where they were not asked for.
  var links: LinkedContacts?
}

/// Where the history of changes was, in each domain.
package struct HistoryToken {
  private static let version: UInt8 = 3

  private(set) var places: [HistoryPlace]

  init(_ places: [HistoryPlace]) { self.places = places }

  /// Those of version 1 have the number of anchors, and these: neither lengths nor the members of groups. Those of version 2 have no links.
  ///
  /// - Returns: Nil of what is no token of this module.
  package init?(_ data: Data) {
    var rest = data[...]
    guard let version = rest.popFirst(), (1...Self.version).contains(version) else { return nil }
    var length: Int?
    if version == 1 {
      guard let count = rest.popFirst(), rest.isEmpty == (count == 0) else { return nil }
      length = rest.count / max(1, Int(count))
    }
    places = []
    while !rest.isEmpty {
      guard let part = Self.part(&rest, length: length),
        let anchor = try? ContinuationToken(data: part, kind: .anchor),
        let members = version == 1 ? Data() : Self.part(&rest),
        let links = version < 3 ? Data() : Self.part(&rest)
      else { return nil }
      var place = HistoryPlace(anchor: anchor)
      if !members.isEmpty {
        guard let known = GroupMembers(members) else { return nil }
        place.members = known
      }
      if !links.isEmpty {
        guard let known = LinkedContacts(links) else { return nil }
        place.links = known
      }
      places.append(place)
    }
  }

  var data: Data {
    places.reduce(into: Data([Self.version])) { data, place in
      for part in [place.anchor.data, place.members?.data ?? Data(), place.links?.data ?? Data()] {
        withUnsafeBytes(of: UInt32(part.count).littleEndian) { data += $0 }
        data += part
      }
    }
  }

  /// The next part; nil where the bytes end too early.
  ///
  /// - Parameter length: Nil where the part has its length before it.
  private static func part(_ data: inout Data, length: Int? = nil) -> Data? {
    let start = length == nil ? 4 : 0
    let length = length ?? data.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard data.count >= start, data.count - start >= length else { return nil }
    defer { data = data.dropFirst(start + length) }
    return Data(data.dropFirst(start).prefix(length))
  }
}
