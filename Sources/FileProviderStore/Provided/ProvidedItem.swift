package import FileProviderInterface

/// What a provider reported of an item, read once from its object and checked, in the store's own terms.
///
/// A provider's values are untrusted: sizes, dates, targets and attributes are within the store's bounds before one of
/// these is made. The name is the exception: it is kept as it was reported, because the provider gets it back, and
/// `ApplyingEditor.apply` finds the name that the item has here.
///
/// A double optional is Apple's: the outer `nil` means that the provider does not mention the field at all, and then it
/// is left alone; the inner `nil` means that there is no value.
package struct ProvidedItem: Sendable, Hashable {
  package var identifier: String
  package var parent: String
  /// The name as the provider reports it, legal here or not.
  package var filename: String
  /// A file, a folder or a symbolic link.
  package var kind: ItemKind
  /// Permission bits; `nil` for the usual ones.
  package var mode: UInt16?
  /// The size of a document; `nil` when it is not known.
  package var size: Int64?
  package var modified: Timestamp?
  package var created: Timestamp?
  /// Where a symbolic link points.
  package var target: [UInt8]?
  /// All extended attributes, with the names they have here.
  package var extendedAttributes: [ExactText: [UInt8]]?
  /// What is reported for users and for the provider's own predicates.
  package var attributes: [ProviderAttribute: [UInt8]] = [:]
  package var lastUsed: Timestamp??
  package var tags: [UInt8]??
  package var favoriteRank: Int64??
  package var shared: Bool?
  package var contentVersion: [UInt8]?
  package var metadataVersion: [UInt8]?
  package var contentType: String?
  /// `NSFileProviderItemCapabilities`; everything, where the provider does not report them.
  package var capabilities: UInt = 127
  /// When its contents are here, and those of what is below it and inherits.
  package var contentPolicy = NSFileProviderContentPolicy.inherited

  package init(identifier: String, parent: String, filename: String, kind: ItemKind) {
    self.identifier = identifier
    self.parent = parent
    self.filename = filename
    self.kind = kind
  }

  /// The target that a link has here if the provider does not report it.
  package static let missingTarget = [UInt8(ascii: "%")]

  /// Where a symbolic link points, if the provider reports it.
  package var reportedTarget: [UInt8]? { target == Self.missingTarget ? nil : target }

  /// Whether its properties make the item a member of a user's working set.
  package var isMember: Bool {
    (lastUsed ?? nil) != nil || (tags ?? nil)?.isEmpty == false || (favoriteRank ?? nil) != nil || shared == true
  }

  /// Whether nothing is reported of it that is not in its row of `items`, `targets` or `synced`, but for ``attributes``.
  var isPlain: Bool {
    extendedAttributes?.isEmpty ?? true && lastUsed == nil && tags == nil && favoriteRank == nil && shared == nil
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

extension String {
  /// The same, for the strings that are compared for each item.
  package func isIdentical(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // Of equal strings nearly all have the same bytes.
    return self == other && utf8.elementsEqual(other.utf8)
  }
}

extension StringProtocol {
  /// Whether two strings have the same bytes. `==` also holds for different spellings of one accented letter, which are
  /// different names, and different identifiers, here.
  package func isIdentical(to other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
