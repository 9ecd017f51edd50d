package import FileProviderStore

/// Whose an item is at its provider, and who changed it there.
package struct ItemPeople {
  package var owner: String?
  package var editor: String?
  /// Whether this account shares it with others, rather than others with this account; `nil` where it is not shared.
  package var isSharedByMe: Bool?

  package init(_ record: ItemRecord, _ reader: StoreReader) throws(StoreError) {
    guard record.attributes.flags.contains(.attributed) else { return }
    let reported = try reader.providerAttributes(of: record.id)
    owner = reported[.owner].map { String(decoding: $0, as: UTF8.self) }
    editor = reported[.editor].map { String(decoding: $0, as: UTF8.self) }
    isSharedByMe = reported[.sharedByMe].map { $0 == [UInt8(ascii: "1")] }
  }
}
