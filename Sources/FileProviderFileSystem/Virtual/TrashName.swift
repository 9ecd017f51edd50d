import FileProviderStore

/// An item's name in `files`: its name in the trash, as long as that name with `.trashinfo` appended is still a valid
/// name.
enum TrashName {
  static let maximumLength = FileName.maximumLength - TrashInfo.ending.utf8.count

  /// A name that is too long is cut, and gets the item's number, which is unique there.
  static func shown(_ name: FileName, _ id: ItemID) -> FileName {
    guard name.withBytes(\.count) > maximumLength else { return name }
    return name.adding(" (\(id))", extensionLimit: 16, limit: maximumLength)
  }

  /// The item that a cut name may mean.
  static func item(shownAs name: FileName) -> ItemID? {
    let name = name.spelling
    guard let open = name.lastIndex(of: "("), let close = name[open...].firstIndex(of: ")") else { return nil }
    return Int64(name[open..<close].dropFirst()).map { ItemID(rawValue: $0) }
  }

  /// The name of the item that a `.trashinfo` file is about.
  static func item(ofInfo name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let length = name.count - TrashInfo.ending.utf8.count
    guard length > 0, name[length...].elementsEqual(TrashInfo.ending.utf8) else { return nil }
    return UnsafeRawBufferPointer(rebasing: name[..<length])
  }
}
