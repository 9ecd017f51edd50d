/// A file or a folder of a disk that is made up from a trace: what was done to it, and how much of that is certain to be there.
final class RecordedNode {
  /// One thing that was done to a file.
  enum Change {
    case write(offset: Int64, bytes: [UInt8])
    case truncate(Int64)
    /// Room was taken: the file is at least so long.
    case allocate(Int64)

    var isTruncation: Bool { if case .truncate = self { true } else { false } }
  }

  /// One thing that was done to a folder.
  enum EntryChange {
    case add(String, RecordedNode)
    case remove(String)
    case rename(String, to: String, RecordedNode)

    func apply(to entries: inout [String: RecordedNode]) {
      switch self {
      case .add(let name, let node): entries[name] = node
      case .remove(let name): entries[name] = nil
      case .rename(let name, let newName, let node):
        entries[name] = nil
        entries[newName] = node
      }
    }
  }

  let isFolder: Bool
  private(set) var changes: [Change] = []
  /// So many of `changes` are on the disk for certain.
  private(set) var certain = 0
  /// With the place of each among all changes of names on the disk.
  private(set) var entryChanges: [(place: Int, change: EntryChange)] = []
  /// What is in a folder for whoever looks now.
  private(set) var entries: [String: RecordedNode] = [:]
  /// The place of the change that gave it the name that it has.
  private var named = 0

  init(isFolder: Bool) { self.isFolder = isFolder }

  func change(_ change: Change) { changes.append(change) }

  func changeEntry(_ change: EntryChange, place: Int) {
    change.apply(to: &entries)
    entryChanges.append((place, change))
    switch change {
    case .add(_, let node), .rename(_, _, let node): node.named = place
    case .remove: break
    }
  }

  /// Everything that was done to it is on the disk now.
  ///
  /// - Returns: The place of the last change of a name that is there too: no file system of Linux leaves something without its name that was
  ///   synchronized.
  func synchronize() -> Int {
    certain = changes.count
    return max(named, entryChanges.last?.place ?? 0)
  }

  /// What is in a folder after the changes of names up to a place.
  func entries(upTo place: Int) -> [String: RecordedNode] {
    var entries: [String: RecordedNode] = [:]
    for change in entryChanges.prefix(while: { $0.place <= place }) { change.change.apply(to: &entries) }
    return entries
  }
}
