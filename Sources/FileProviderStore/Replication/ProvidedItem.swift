/// What a provider said of an item, read once from its object and checked, in the store's own terms.
///
/// A provider's values are untrusted: whoever makes one of these has already brought sizes, dates, targets and
/// attributes into the bounds a store has. The name is the exception: it is kept as it was said, because it is what the
/// provider is told back, and `Transaction.apply` finds the name the item has here.
///
/// A double optional is Apple's: `nil` outside says that the provider does not speak of the field at all, and then it
/// is left alone; `nil` inside says that there is no value.
package struct ProvidedItem: Sendable, Hashable {
  package var identifier: String
  package var parent: String
  /// As the provider says it, legal here or not.
  package var filename: String
  /// A file, a folder or a symbolic link.
  package var kind: ItemKind
  /// Permission bits; `nil` for what is usual.
  package var mode: UInt16?
  /// The size of a document; `nil` when it is not known.
  package var size: Int64?
  package var modified: Timestamp?
  package var created: Timestamp?
  /// Where a symbolic link points.
  package var target: [UInt8]?
  /// All extended attributes, with the names they have here.
  package var extendedAttributes: [ExactText: [UInt8]]?
  package var lastUsed: Timestamp??
  package var tags: [UInt8]??
  package var favoriteRank: Int64??
  package var shared: Bool?
  package var contentVersion: [UInt8]?
  package var metadataVersion: [UInt8]?
  package var contentType: String?
  /// `NSFileProviderItemCapabilities`; everything, where the provider does not say.
  package var capabilities: UInt = 63

  package init(identifier: String, parent: String, filename: String, kind: ItemKind) {
    self.identifier = identifier
    self.parent = parent
    self.filename = filename
    self.kind = kind
  }

  /// Whether the item belongs in the working set of a person by what it carries.
  package var isMember: Bool {
    (lastUsed ?? nil) != nil || (tags ?? nil)?.isEmpty == false || (favoriteRank ?? nil) != nil || shared == true
  }

  /// The permission bits it has when it is new.
  package var initialMode: UInt16 {
    switch kind {
    case .folder: mode ?? 0o755
    case .symlink: 0o777
    default: mode ?? 0o644
    }
  }
}

extension StringProtocol {
  /// Whether two strings have the same bytes. `==` also holds for different spellings of one accented letter, which are
  /// different names, and different identifiers, here.
  package func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
