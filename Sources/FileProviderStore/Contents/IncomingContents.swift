/// Contents that no item has yet.
package enum IncomingContents: Sendable {
  /// They are in a content file.
  case file(ContentKey)
  /// They are small, and go into the database with the transaction that gives them to an item.
  case small([UInt8])

  /// The content file, which is to be removed if no item gets it.
  package var file: ContentKey? { if case .file(let key) = self { key } else { nil } }
}

extension Transaction {
  /// The number of contents that an item is given.
  package func key(of contents: IncomingContents) throws(StoreError) -> ContentKey {
    switch contents {
    case .file(let key): key
    case .small(let bytes): try addSmall(bytes)
    }
  }
}
