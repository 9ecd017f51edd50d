import FileProviderStore
package import Foundation

/// Where the history of the changes of a domain was.
struct HistoryPlace {
  /// The place in the log.
  let anchor: ContinuationToken
  /// What was in the groups, read there or later; nil where it was not asked for.
  var members: GroupMembers?
}

/// Where the history of changes was, in each domain.
package struct HistoryToken {
  private static let version: UInt8 = 2

  private(set) var places: [HistoryPlace]

  init(_ places: [HistoryPlace]) { self.places = places }

  /// - Returns: Nil of what is no token of this module.
  package init?(_ data: Data) {
    var rest = data[...]
    guard rest.popFirst() == Self.version else { return nil }
    places = []
    while !rest.isEmpty {
      guard let part = Self.part(&rest), let anchor = try? ContinuationToken(data: part, kind: .anchor),
        let members = Self.part(&rest)
      else { return nil }
      var place = HistoryPlace(anchor: anchor)
      if !members.isEmpty {
        guard let known = GroupMembers(members) else { return nil }
        place.members = known
      }
      places.append(place)
    }
  }

  var data: Data {
    places.reduce(into: Data([Self.version])) { data, place in
      for part in [place.anchor.data, place.members?.data ?? Data()] {
        withUnsafeBytes(of: UInt32(part.count).littleEndian) { data += $0 }
        data += part
      }
    }
  }

  /// The next part, which has its length before it; nil where the bytes end too early.
  private static func part(_ data: inout Data) -> Data? {
    let length = data.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard data.count >= 4, data.count - 4 >= length else { return nil }
    defer { data = data.dropFirst(4 + length) }
    return Data(data.dropFirst(4).prefix(length))
  }
}
