/// A folder as a server lists it, from an answer that was read to its end.
struct FolderListing: Sendable {
  /// The folder itself, if it is listed.
  var folder: RemoteEntry?
  var children: [RemotePath: RemoteEntry] = [:]
  /// Items that exist, of which the server reports nothing else: not even reliably whether they are folders.
  var unreported: Set<[UInt8]> = []
  /// Whether the server reports an incomplete listing (507).
  var isCut = false
  /// How many names no file can have.
  var strange = 0
  /// Whether only address books are listed, and only documents in them.
  var isOfAddressBooks = false
  /// How many items are there that are not listed for this.
  var hidden = 0
  /// Number of entries for items outside the folder, or with unreadable addresses.
  var outside = 0

  /// Takes an entry of the answer.
  mutating func take(_ entry: StatusEntry, of place: AnsweredPlace) {
    if entry.references.isEmpty { outside += 1 }
    for reference in entry.references {
      switch place.position(of: reference) {
      case .outside: outside += 1
      case .strange: strange += 1
      case .itself: takeItself(entry, place.folder)
      case .inside(let path): if path.parent == place.folder { take(entry, at: path) }
      }
    }
  }

  private mutating func takeItself(_ entry: StatusEntry, _ path: RemotePath) {
    folder = folder ?? RemoteEntry(path)
    if entry.isReported { folder = RemoteEntry(entry, path) } else { isCut = true }
  }

  private mutating func take(_ entry: StatusEntry, at path: RemotePath) {
    if isOfAddressBooks, !Self.isShown(entry, at: path) {
      if entry.status != 404 { hidden += 1 }
      return
    }
    if entry.isReported {
      let child = RemoteEntry(entry, path)
      children[child.path] = child
    } else if entry.status != 404 {
      unreported.insert(path.bytes)
    }
  }

  /// Whether an entry of a home is an address book, or an entry of a book a document. A home may have calendars as well.
  private static func isShown(_ entry: StatusEntry, at path: RemotePath) -> Bool {
    guard let type = entry.properties[.dav("resourcetype")]?.elements else { return true }
    return path.parent.isRoot ? type.contains(.cardDAV("addressbook")) : !type.contains(.dav("collection"))
  }

  /// Whether what is not in it is not there.
  var isComplete: Bool { !isCut }
}
