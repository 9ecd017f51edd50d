import FileProviderStore
import Foundation

/// What is in the groups of a domain, as a client knows it from its token.
///
/// The log has that a group's card was changed, not what was in it before. So a token has the members of all groups, about two bytes each.
struct GroupMembers: Equatable {
  private(set) var groups: [ItemID: Set<ItemID>] = [:]

  /// - Parameter groups: The contacts and groups that are in each group.
  init(_ groups: [ItemID: Set<ItemID>]) { self.groups = groups }

  // MARK: As bytes

  /// The numbers of the groups, with the numbers of their members after each: in ascending order, as differences.
  var data: Data {
    var data = Data()
    Self.append(groups.count, to: &data)
    var last: Int64 = 0
    for (group, members) in groups.sorted(by: { $0.key < $1.key }) {
      Self.append(group.rawValue &- last, to: &data)
      last = group.rawValue
      Self.append(members.count, to: &data)
      var lastMember: Int64 = 0
      for member in members.sorted() {
        Self.append(member.rawValue &- lastMember, to: &data)
        lastMember = member.rawValue
      }
    }
    return data
  }

  /// - Returns: Nil of other bytes.
  init?(_ data: Data) {
    var rest = data[...]
    guard let count = Self.number(&rest) else { return nil }
    var last: Int64 = 0
    for _ in 0..<count {
      guard let group = Self.number(&rest), let size = Self.number(&rest), size <= rest.count else { return nil }
      last &+= Int64(bitPattern: group)
      var members: Set<ItemID> = []
      var lastMember: Int64 = 0
      for _ in 0..<size {
        guard let member = Self.number(&rest) else { return nil }
        lastMember &+= Int64(bitPattern: member)
        members.insert(ItemID(rawValue: lastMember))
      }
      groups[ItemID(rawValue: last)] = members
    }
    guard rest.isEmpty else { return nil }
  }

  private static func append(_ number: some BinaryInteger, to data: inout Data) {
    var rest = UInt64(truncatingIfNeeded: number)
    while rest >= 0x80 {
      data.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    data.append(UInt8(rest))
  }

  private static func number(_ data: inout Data) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = data.popFirst() else { return nil }
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}
