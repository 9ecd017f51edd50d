import FileProviderInterface

extension Wish {
  /// Whether an item goes into the server's trash bin, or is in it.
  func concernsTrash(_ path: RemotePath, _ session: Session) -> Bool {
    path.isTrashed || session.hasTrash && fields.contains(.parentItemIdentifier) && parent == .trashContainer
  }

  /// Throws an item away, or takes it out of the trash bin, with whatever else is to be changed.
  func modifyWithTrash(_ writer: Writer, _ path: RemotePath, version: String) throws -> Writer.Outcome {
    let number = identifier.rawValue
    if !path.isTrashed {
      return try writer.changing([path]) {
        var outcome = try contentsChanged(writer, path, version) ?? Writer.Outcome(entry: RemoteEntry(path))
        outcome.entry = try writer.trash(path, number: number)
        return outcome
      }
    }
    let leaves = fields.contains(.parentItemIdentifier) && parent != .trashContainer
    // A server changes nothing in its bin: pending changes from before are written outside, and trashed with the item.
    let hasContents = fields.contains(.contents) && !path.isFolder
    guard leaves || hasContents else { return Writer.Outcome(entry: try known(writer, path)) }
    let target = leaves ? try target(writer, path) : nil
    return try writer.changing([path] + (target.map { [$0] } ?? [])) {
      let inBin = try writer.holder(of: path)
      var outcome = try writer.restore(path, number: number, from: inBin?.trash?.origin ?? [], to: target)
      // Outside, a document has another version than in the bin. It is the one that the system knows only if that was so in the bin: others may have
      // written to it before they threw it away.
      let known = inBin?.contentVersion == version ? outcome.entry.contentVersion : version
      if let changed = try contentsChanged(writer, outcome.entry.path, known) {
        (outcome.entry, outcome.hasOtherContents) = (changed.entry, changed.hasOtherContents)
      }
      if !leaves { outcome.entry = try writer.trash(outcome.entry.path, number: number) }
      return outcome
    }
  }
}
