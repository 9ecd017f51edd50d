package import Foundation

/// The tags of an item as a provider has them: a binary property list of `NAME` or `NAME\nCOLOUR`, as on Apple's systems, or plain text with
/// commas.
///
/// Here they are the value of `user.xdg.tags`, which knows no colours. A colour is kept for as long as its name is there, and a provider gets the form
/// that it uses itself.
package struct TagData: Sendable, Hashable {
  private struct Tag: Hashable {
    /// The name as it is here: a comma would make two tags of one.
    var name: String
    /// The name and the colour as the provider has them.
    var entry: String

    init(_ entry: String) {
      self.entry = entry
      let name = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
      self.name = String(name).replacing(byte: ",", with: " ")
    }
  }

  private let tags: [Tag]
  private let isPlainText: Bool

  /// Reads what a provider reported.
  package init(_ bytes: [UInt8]) {
    if let list = Self.list(bytes) {
      isPlainText = false
      tags = list.map { Tag($0) }.filter { !$0.name.isEmpty }
    } else {
      var membership = Membership()
      membership.tags = bytes
      isPlainText = !bytes.isEmpty
      tags = membership.tagList.map { Tag($0) }
    }
  }

  /// The entries of a property list; `nil` for anything else.
  ///
  /// Foundation on Linux never frees the error of what it cannot read, and most items have no tags: each upload of one left 350 bytes behind.
  private static func list(_ bytes: [UInt8]) -> [String]? {
    guard bytes.starts(with: "bplist".utf8) || bytes.first == UInt8(ascii: "<") else { return nil }
    return try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String]
  }

  /// The names, in the order given.
  package var names: [String] { tags.map(\.name) }

  /// The value of `user.xdg.tags`; `nil` for no tags.
  package var attribute: [UInt8]? {
    names.isEmpty ? nil : Array(names.joined(separator: ",").utf8)
  }

  /// What a provider gets for these names, in the form that it uses itself.
  ///
  /// - Returns: `nil` for no tags.
  package func data(for names: [String]) -> Data? {
    guard !names.isEmpty else { return nil }
    if isPlainText { return Data(names.joined(separator: ",").utf8) }
    let entries = Dictionary(tags.map { ($0.name, $0.entry) }, uniquingKeysWith: { first, _ in first })
    let list = names.map { entries[$0] ?? $0 }
    return try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  /// Whether an extended attribute is uploaded: a name may say after `#` what is to be done with it (xattr_name_with_flags(3)), and then
  /// only `S` has it synchronized.
  static func isSent(_ name: String) -> Bool {
    guard let mark = name.utf8.lastIndex(of: UInt8(ascii: "#")) else { return true }
    return name[mark...].utf8.contains(UInt8(ascii: "S"))
  }
}
