import FileProviderStore

extension FileSystem {
  /// Gives a document with a temporary name its final one, which must be free.
  ///
  /// An item has one name, so there are no hard links. But programs written in Python put a new file in place by `link(2)` and `unlink(2)`, where
  /// `rename(2)` would replace another file. So a name that Python's `tempfile` made for the new one, in the same folder and within a minute, is
  /// replaced by it: the temporary name still finds the document until a program unlinks it, but is no longer listed, and ends with the mount.
  ///
  /// - Throws: `EPERM` for any other name; `EEXIST`, `EROFS`; what `rename(2)` throws.
  package func link(
    _ inode: InodeNumber, as name: UnsafeRawBufferPointer, in folder: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    guard let id = inode.item, let folderID = folder.item else { throw .notPermitted }
    try checkWritable(inode, folder)
    let target = try fileName(name, in: folder)
    let isMade = try change(
      context, touching: folderID,
      whenMade: { (former: ItemRecord?) in
        if let former { formerNames.insert(former.name, in: folderID, of: id) }
      }
    ) { (transaction, _) throws(StoreError) -> ItemRecord? in
      guard let record = try transaction.reader.record(id) else { throw StoreError(.noSuchItem) }
      let item = record.attributes
      guard item.kind == .file, item.parent == folderID, record.name.isTemporary(for: target),
        item.created > transaction.time.earlier(bySeconds: Self.longestTemporary)
      else { return nil }
      _ = try TreeEditor(transaction).move(record, to: folderID, name: target, mode: .failing)
      return record
    }
    guard isMade != nil else { throw .notPermitted }
    refreshOpen([id], context)
    var node = try attributes(of: inode, context)
    node.links = 2
    return node
  }

  /// How long after it was made a document may still have a temporary name, in seconds.
  private static let longestTemporary: Int64 = 60

  /// Gives a document its temporary name back, if its final one goes before that.
  ///
  /// - Returns: Whether it had one.
  func giveFormerName(
    to item: ItemAttributes, named name: FileName, in transaction: Transaction
  ) throws(StoreError) -> Bool {
    guard let former = formerNames.name(of: item.id),
      try transaction.reader.child(of: former.folder, named: former.name) == nil
    else { return false }
    let record = ItemRecord(attributes: item, name: name)
    _ = try TreeEditor(transaction).move(record, to: former.folder, name: former.name, mode: .failing)
    return true
  }
}

extension FileName {
  /// Whether Python's `tempfile` makes such names for a file that gets a name later: its prefix is `tmp`, or what the program says, which is the
  /// later name; eight letters, digits and underscores follow.
  fileprivate func isTemporary(for target: FileName) -> Bool {
    let (prefix, random) = (bytes.dropLast(8), bytes.suffix(8))
    guard prefix.elementsEqual("tmp".utf8) || prefix.elementsEqual(target.bytes) else { return false }
    return random.count == 8
      && random.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}
