/// The fields that a change has changed, as the log keeps them.
package struct ChangedFields: OptionSet, Sendable, Hashable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let contents = ChangedFields(rawValue: 1 << 0)
  package static let filename = ChangedFields(rawValue: 1 << 1)
  package static let parent = ChangedFields(rawValue: 1 << 2)
  package static let tags = ChangedFields(rawValue: 1 << 3)
  package static let lastUsed = ChangedFields(rawValue: 1 << 4)
  package static let favorite = ChangedFields(rawValue: 1 << 5)
  package static let pinned = ChangedFields(rawValue: 1 << 6)
  package static let mode = ChangedFields(rawValue: 1 << 7)
  package static let owner = ChangedFields(rawValue: 1 << 8)
  package static let times = ChangedFields(rawValue: 1 << 9)
  package static let xattrs = ChangedFields(rawValue: 1 << 10)
  package static let trashed = ChangedFields(rawValue: 1 << 11)
  package static let shared = ChangedFields(rawValue: 1 << 12)

  /// The words used in JSON output, in the order of the bits.
  static let words = [
    "contents", "filename", "parent", "tags", "lastUsed", "favorite", "pinned", "mode", "owner", "times", "xattrs",
    "trashed", "shared",
  ]

  /// The names of the fields in this set.
  package var words: [String] {
    Self.words.indices.filter { rawValue & (1 << Int32($0)) != 0 }.map { Self.words[$0] }
  }
}
