import Glibc
import FileProviderSQLite

// After a loss of power a document's row and what the disk has of its contents are made to agree again.

extension RescueEditor {
  /// Makes the row of a document and its contents agree after a loss of power between the two.
  func recover(_ lost: LostContents) throws(StoreError) {
    let (id, isFetched) = (lost.item, lost.isFetched)
    let isNew = try ContentReader(reader).isNew(id)
    let delete = try reader.statement(.deleteLostMarks)
    delete.bind(1, id)
    try delete.run()
    let item = try reader.item(id)
    // The change log may not have everything that was written.
    if item != nil { try transaction.noteChecksumIsDue(of: id) }
    if let item, !isFetched, try hasProviderAll(of: item) {
      // What was written since the last commit is nowhere else.
      let rescues = lost.isWritten || isNewerOnDisk(item)
      if try yieldLost(item, isNew: isNew, rescues: rescues) { return try transaction.dropReplaced(of: id) }
      // What they replaced is older than what the provider has.
      try transaction.dropReplaced(of: id)
    }
    if let replaced = try transaction.takeReplaced(of: id) {
      // Contents that the provider has are fetched again. The contents that they replaced may be another document's.
      if let item, !isFetched, !item.flags.contains(.dataless),
        let size = try transaction.contents.size(of: replaced.content),
        try size >= replaced.size ? true : !isWhole(item)
      {
        return try takeBack(replaced, size: size, of: item)
      }
      try transaction.discard(replaced.content)
    }
    guard let item else { return }
    if !isFetched, try yieldLost(item, isNew: isNew, rescues: true) { return }
    _ = try reconcile(item, isFetched: isFetched)
  }

  /// Whether the disk has a document's contents up to the size in its row.
  private func isWhole(_ item: ItemAttributes) throws(StoreError) -> Bool {
    guard let content = item.content else { return false }
    return try transaction.contents.writtenSize(of: content) == item.size
  }

  /// Restores a document's earlier contents, because the new ones were not synchronized. If the document is uploaded to a provider, the part of the new ones
  /// on the disk goes to the folder `Rescued`: a program may have been writing them for hours.
  private func takeBack(_ replaced: Transaction.ReplacedContents, size: Int64, of lost: ItemAttributes)
    throws(StoreError)
  {
    var item = lost
    if let content = item.content {
      if try transaction.hasProvider(), try transaction.contents.hasData(content) {
        // What is rescued has the size that the disk has of it.
        _ = try reconcile(item, isFetched: false)
        try rescueContents(of: transaction.record(item.id))
        item = try transaction.item(item.id)
        item.flags.remove(.dataless)
      } else {
        try transaction.discard(content)
      }
    }
    item.content = replaced.content
    item.size = size
    item.modified = replaced.modified
    try transaction.noteRoom(of: &item)
    try transaction.update(item, fields: .contents)
  }

  /// Makes a document's row agree with its contents.
  ///
  /// - Parameter isFetched: Whether the provider has the same contents: then the ones here are dropped, and fetched again when needed.
  /// - Returns: Whether the row was changed.
  func reconcile(_ item: ItemAttributes, isFetched: Bool) throws(StoreError) -> Bool {
    // Small contents are in the commit of their row and of its change in the log.
    guard let content = item.content, !content.isSmall, !item.flags.contains(.dataless) else { return false }
    if isFetched {
      try transaction.setContents(nil, size: item.size, dataless: true, of: item.id, logged: false)
      return true
    }
    guard let status = transaction.contents.status(of: content) else {
      // The file never reached the disk, because the document had just been created or emptied: it is empty, as on any disk.
      try transaction.setContents(nil, size: 0, of: item.id, logged: item.size != 0)
      return true
    }
    let size = Int64(status.st_size)
    let modified = Timestamp(status.st_mtim)
    let sparse = transaction.contents.haveGaps(content)
    if size == item.size && modified <= item.modified {
      if sparse || item.flags.contains(.sparse) {
        // A program may have set a later date, and then written into a hole or punched one.
        var item = item
        item.noteRoom(isSparse: sparse)
        try transaction.store(item)
      }
      return false
    }
    try transaction.commitContents(
      of: item.id, size: size, isSparse: sparse, modified: max(modified, item.modified),
      changed: Timestamp(status.st_ctim))
    return true
  }
}
