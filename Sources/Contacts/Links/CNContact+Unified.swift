import Foundation

extension CNContact {
  /// The contact that some are together, with the identifier of the first; that one itself if there is no other.
  ///
  /// - Parameters:
  ///   - parts: At least one, with what decides about the properties; see ``UnifiedValues/keys(deciding:)``.
  ///   - keys: What the contact is to have; nil for all.
  package convenience init(unifying parts: [CNContact], keys: Set<String>? = nil) {
    let values = UnifiedValues.of(parts)
    self.init(
      values: keys.map(values.limited) ?? values, fetchedKeys: keys?.union([CNContactIdentifierKey]),
      parts: parts.count > 1 ? parts : [])
  }

  /// The identifiers of the contacts that it is made of, its own first; none if it is not unified.
  package var linkedIdentifiers: [String] { unifiedParts.map(\.identifier) }

  /// Each of the contacts that it is made of; the contact itself if it is not unified.
  package var parts: [CNContact] { unifiedParts.isEmpty ? [self] : unifiedParts }
}
