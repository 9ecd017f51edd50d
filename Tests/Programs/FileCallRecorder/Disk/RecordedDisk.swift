/// A disk on which the calls of a trace were made, one after the other.
///
/// What the disk of a machine has when its power goes is one of many results. Certain is what was synchronized. Of what was done to a file since,
/// any part may be there, writes in pieces of 512 bytes; but nothing that was written to a file after it was cut off is there if it was not cut off.
/// Names come to the disk in the order in which they were changed, as the journals of ext4 and XFS have them.
final class RecordedDisk {
  private var nodes: [UInt64: RecordedNode] = [:]
  let root = RecordedNode(isFolder: true)
  /// How often a name was changed, and how many of these changes are on the disk for certain.
  private(set) var names = 0
  private(set) var certainNames = 0

  init(_ calls: some Sequence<FileCall>) {
    for call in calls { make(call) }
  }

  private func make(_ call: FileCall) {
    switch call.kind {
    case .root: nodes[call.node] = root
    case .makeFile, .makeFolder:
      guard let folder = nodes[call.folder] else { return }
      // The number may have been that of something that is gone.
      let node = RecordedNode(isFolder: call.kind == .makeFolder)
      nodes[call.node] = node
      changeEntry(of: folder, .add(call.name, node))
    case .link: if let node = nodes[call.node] { changeEntry(of: nodes[call.folder], .add(call.name, node)) }
    case .remove: changeEntry(of: nodes[call.folder], .remove(call.name))
    case .rename: rename(call)
    case .write: nodes[call.node]?.change(.write(offset: call.offset, bytes: call.bytes))
    case .truncate: nodes[call.node]?.change(.truncate(call.offset))
    case .allocate: nodes[call.node]?.change(.allocate(call.offset))
    case .synchronize: if let node = nodes[call.node] { certainNames = max(certainNames, node.synchronize()) }
    case .synchronizeAll:
      for node in nodes.values { _ = node.synchronize() }
      certainNames = names
    case .promise: break
    }
  }

  private func rename(_ call: FileCall) {
    guard let folder = nodes[call.folder], let node = folder.entries[call.name] else { return }
    precondition(call.folder == call.newFolder, "not recorded: a rename from one folder to another")
    changeEntry(of: folder, .rename(call.name, to: call.newName, node))
  }

  private func changeEntry(of folder: RecordedNode?, _ change: RecordedNode.EntryChange) {
    names += 1
    folder?.changeEntry(change, place: names)
  }
}
