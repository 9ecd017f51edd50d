// What a provider decorates an item with (a badge, a colour) is kept among its extended attributes, but is none of a person's: it is not listed with
// them, not copied, not sent to the provider, and changes with the provider's word alone.
extension StoreReader {
  /// The name by which programs read it.
  package static let decorationsName = "user.fileprovider.decorations"

  /// The identifiers of an item's decorations, as text, separated by commas; `nil` when it has none.
  package func decorations(of id: ItemID) throws(StoreError) -> [UInt8]? {
    try extendedAttribute(Self.decorationsName, of: id)
  }
}

extension Transaction {
  /// Takes over the decorations that the provider said, whatever else was changed here.
  func mergeDecorations(_ item: ProvidedItem, of id: ItemID) throws(StoreError) {
    if let decorations = item.decorations {
      try setExtendedAttribute(StoreReader.decorationsName, to: decorations, of: id)
    } else if try self.item(id).flags.contains(.attributed), try reader.decorations(of: id) != nil {
      try removeExtendedAttribute(StoreReader.decorationsName, of: id)
    }
  }
}
