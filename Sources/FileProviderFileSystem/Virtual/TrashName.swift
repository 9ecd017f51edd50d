import FileProviderStore

/// What a trashed item is called in `files`: what it is called in the trash, as long as a name with `.trashinfo` behind it is
/// still a name.
enum TrashName {
  static let maximumLength = FileName.maximumLength - TrashInfo.ending.utf8.count

  /// A name that is too long is cut, and gets the item's number, which nothing else there has.
  static func shown(_ name: FileName, _ id: ItemID) -> FileName {
    guard name.withBytes(\.count) > maximumLength else { return name }
    return name.adding(" (\(id))", extensionLimit: 16, limit: maximumLength)
  }

  /// The item that a name that was cut may mean.
  static func item(shownAs name: FileName) -> ItemID? {
    let name = name.spelling
    guard let open = name.lastIndex(of: "("), let close = name[open...].firstIndex(of: ")") else { return nil }
    return Int64(name[open..<close].dropFirst()).map { ItemID(rawValue: $0) }
  }

  /// The name whose `.trashinfo` a name is.
  static func item(ofInfo name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let length = name.count - TrashInfo.ending.utf8.count
    guard length > 0, name[length...].elementsEqual(TrashInfo.ending.utf8) else { return nil }
    return UnsafeRawBufferPointer(rebasing: name[..<length])
  }
}
