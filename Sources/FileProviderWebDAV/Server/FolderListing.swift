/// A folder as a server lists it, from an answer that was read to its end.
struct FolderListing: Sendable {
  /// The folder itself, if it is told of.
  var folder: RemoteEntry?
  var children: [RemotePath: RemoteEntry] = [:]
  /// What is there, and of which the server tells no more.
  var untold: Set<RemotePath> = []
  /// Whether the server says that it left something out (507).
  var isCut = false
  /// How many names no file can have.
  var strange = 0

  /// Takes an entry of the answer.
  mutating func take(_ status: StatusEntry, of folder: RemotePath, at endpoint: Endpoint) {
    guard let entry = RemoteEntry(status, at: endpoint, in: folder) else {
      strange += 1
      return
    }
    let isFolder = entry.path.bytes == folder.bytes
    if let code = status.status, !(200..<300).contains(code) {
      if isFolder {
        isCut = true
      } else if code != 404, entry.path.parent == folder {
        untold.insert(entry.path)
      }
      return
    }
    if isFolder {
      self.folder = entry
    } else if entry.path.parent == folder {
      children[entry.path] = entry
    }
  }

  /// Whether what is not in it is not there.
  var isComplete: Bool { !isCut }
}
