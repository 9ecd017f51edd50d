import Foundation

/// Nextcloud's trash bin: deleted items go there, and keep their numbers.
extension WebDAVServer {
  /// Leaves out of what the bin lists what was not in the collection that is mounted, and what is not shown.
  func leaveOutOthers(_ listing: inout FolderListing) {
    guard let folder = cloudPlace?.folder else { return }
    if listing.isComplete { discarded?.keep(Set(listing.children.values.compactMap { $0.cloud?.number })) }
    listing.children = listing.children.filter { _, entry in
      guard let number = entry.cloud?.number, let trash = entry.trash,
        discarded?.contains(number, deletedAt: trash.deleted) != true
      else { return false }
      let origin = trash.origin
      return folder.isEmpty || origin.count > folder.count && origin.starts(with: folder)
    }
  }

  /// Finds an item that was trashed just now, by the name that a Nextcloud gives it in the bin: its own, and the second of its deletion. That
  /// name is not guaranteed, so the number identifies the item.
  ///
  /// - Parameter date: When it was thrown away, by the server's clock.
  /// - Returns: `nil` when it has another name there, or is not there.
  func entry(
    inTrash number: String, named name: [UInt8], isFolder: Bool, around date: Date, _ cancellation: Cancellation?
  ) throws -> RemoteEntry? {
    let time = Int(date.timeIntervalSince1970)
    // The answer may have its date from its beginning or its end.
    for second in [time, time + 1, time - 1] {
      try cancellation?.check()
      let path = RemotePath.trash.appending(name + Array(".d\(second)".utf8), isFolder: isFolder)
      // Whatever else it answers, the listing of the bin is conclusive.
      if let entry = try? entry(ifAt: path, cancellation), entry.cloud?.number == number { return entry }
    }
    return nil
  }

  /// Finds an item among what was thrown away, or in a folder that was.
  func entry(anywhereInTrash number: String, _ cancellation: Cancellation?) throws -> RemoteEntry? {
    var folders = [RemotePath.trash]
    while let folder = folders.popLast() {
      try cancellation?.check()
      do {
        let children = try list(folder, cancellation).children.values
        if let found = children.first(where: { $0.cloud?.number == number }) { return found }
        folders += children.map(\.path).filter(\.isFolder)
      } catch let error as WebDAVError where error.isMissing && folder != .trash {
        // It was restored, or deleted, a moment ago.
      }
    }
    return nil
  }

  /// Takes an item out of the bin. The server puts it where it was, if that is still possible, else somewhere near.
  func restore(_ path: RemotePath, _ cancellation: Cancellation?) throws {
    guard let target = endpoint.restoring(path) else { throw WebDAVError(.status(404)) }
    try change("MOVE", path, [("Destination", target)], cancellation)
  }

  /// Where an item is that was restored: where it was, as a rule.
  func entry(restored number: String, from origin: [[UInt8]], _ cancellation: Cancellation?) throws -> RemoteEntry? {
    let folder = cloudPlace?.folder ?? []
    let names = origin.dropFirst(folder.count)
    if origin.starts(with: folder), !names.isEmpty, names.allSatisfy(RemotePath.isName) {
      let path = RemotePath(bytes: Array(names.joined(separator: [UInt8(ascii: "/")])), isFolder: false)
      if let entry = try entry(ifAt: path, cancellation), entry.cloud?.number == number { return entry }
    }
    return try entry(ofNumber: number, cancellation)
  }
}
