import FileProviderStore

/// Finds out which rows of the log are to be replayed, with the names that items had at each row.
///
/// A row has the state before it, and the store the present one. So the rows are undone one by one, from the last to the
/// first.
struct ReplayPlanner {
  private struct Place {
    var parent: ItemID
    var name: FileName
  }

  private let fileSystem: FileSystem
  private let reader: CommittedReader
  private let rows: [LogRow]
  private let openFolders: Set<ItemID>
  /// The places of items after the row that was undone last, and before it; the inner `nil` means nowhere.
  private var places: [ItemID: Place?] = [:]
  private let paths = FolderPaths()
  /// Documents that got other contents in a later row.
  private var contentsFollow: Set<ItemID> = []
  /// The place of that among the replays, as long as the document has the same name.
  private var contentsReplays: [ItemID: Int] = [:]

  /// How many later changes of an item are searched; one that changed more often is not replayed.
  private static let longestSearch = 256
  private static let deepestFolder = 1024

  init(_ fileSystem: FileSystem, _ reader: CommittedReader, rows: [LogRow]) {
    self.fileSystem = fileSystem
    self.rows = rows
    self.reader = reader
    openFolders = Set(fileSystem.directories.all.compactMap(\.inode.item))
  }

  /// - Parameter isForeign: Whether a row is about a change that did not come through this mount.
  /// - Returns: The replays, by the places of their rows.
  mutating func plan(isForeign: [Bool]) throws(StoreError) -> [Int: Replay] {
    var replays: [Int: Replay] = [:]
    guard rows.indices.contains(where: { isForeign[$0] && isWatched(rows[$0]) }) else { return replays }
    for index in rows.indices.reversed() where rows[index].event != .gap {
      let row = rows[index]
      let after = row.event == .delete ? nil : try place(of: row.item)
      let before = before(row, after)
      if isForeign[index] && isWatched(row) {
        replays[index] = try replay(row, from: before, to: after)
        joinReplacement(index, in: &replays)
        joinContents(index, in: &replays)
      }
      if row.fields.contains(.contents) { contentsFollow.insert(row.item) }
      if row.kind == .folder { paths.forgetAll() }
      places[row.item] = .some(before)
    }
    return replays
  }

  /// A move onto another item's name deletes that item first, in a row of its own; `rename` does both.
  private func joinReplacement(_ index: Int, in replays: inout [Int: Replay]) {
    guard let deletion = replays[index], deletion.action == .delete, index + 1 < rows.count,
      let move = replays[index + 1], move.action == .move, move.place == deletion.place,
      rows[index].time == rows[index + 1].time, rows[index].author == rows[index + 1].author
    else { return }
    replays[index + 1]?.replaced = Replay.Replaced(item: deletion.item, kind: deletion.kind)
    replays[index] = nil
  }

  /// A document that is made and then written is replayed as one that is created with contents, and two writes as one.
  private mutating func joinContents(_ index: Int, in replays: inout [Int: Replay]) {
    let item = rows[index].item
    guard let replay = replays[index] else { return }
    switch replay.action {
    case .create, .createWithContents, .contents:
      if let later = contentsReplays[item] {
        replays[later] = nil
        if replay.action == .create { replays[index]?.action = .createWithContents }
      }
      contentsReplays[item] = index
    case .move, .delete: contentsReplays[item] = nil
    case .attributes: break
    }
  }

  private func isWatched(_ row: LogRow) -> Bool {
    isWatched(row.parent) || (row.beforeParent.map { isWatched($0) } ?? false)
  }

  private func isWatched(_ folder: ItemID) -> Bool {
    folder != .trash && (fileSystem.watchable.contains(folder) || openFolders.contains(folder))
  }

  // MARK: Replays

  private mutating func replay(_ row: LogRow, from before: Place?, to after: Place?) throws(StoreError) -> Replay? {
    let item = InodeNumber(row.item)
    let source = try before.flatMapPlace { (place) throws(StoreError) in try self.shown(place) }
    let target = try after.flatMapPlace { (place) throws(StoreError) in try self.shown(place) }
    switch row.event {
    case .create:
      guard let target, try !isListed(row) else { return nil }
      return Replay(try hasContents(row) ? .createWithContents : .create, item, row.kind, at: target)
    case .delete:
      guard let source else { return nil }
      return Replay(.delete, item, row.kind, at: source)
    case .update where row.beforeParent != nil || row.beforeName != nil:
      // In the tree, an item that leaves the trash appears from nowhere, and one that is trashed disappears.
      guard source != nil || target != nil else { return nil }
      let outside = Replay.Place(outside: item)
      return Replay(.move, item, row.kind, at: target ?? outside, from: source ?? outside)
    case .update:
      // A last-used date is not visible, so watchers are not notified.
      guard let target, !row.fields.subtracting(.lastUsed).isEmpty else { return nil }
      let isContents = row.fields.contains(.contents) && row.kind == .file
      return Replay(isContents ? .contents : .attributes, item, row.kind, at: target)
    case .gap: return nil
    }
  }

  /// Whether an item is not new, but was added by the first listing of its folder.
  private func isListed(_ row: LogRow) throws(StoreError) -> Bool {
    if fileSystem.parked == nil { return false }
    if fileSystem.listings.isFromListing(row.parent, at: row.generation) { return true }
    return try reader.item(row.parent)?.flags.contains(.unlisted) ?? false
  }

  private func hasContents(_ row: LogRow) throws(StoreError) -> Bool {
    guard row.kind == .file, !contentsFollow.contains(row.item) else { return false }
    return try reader.item(row.item).map { $0.size > 0 } ?? false
  }

  /// A place as the mount shows it; `nil` if it does not show it.
  private mutating func shown(_ place: Place) throws(StoreError) -> Replay.Place? {
    guard let path = try path(of: place.parent) else { return nil }
    return Replay.Place(folder: InodeNumber(place.parent), path: path, name: place.name)
  }

  // MARK: Where things were

  private func before(_ row: LogRow, _ after: Place?) -> Place? {
    switch row.event {
    case .create, .gap: nil
    case .delete: row.beforeName.map { Place(parent: row.parent, name: $0) }
    case .update: after.map { Place(parent: row.beforeParent ?? $0.parent, name: row.beforeName ?? $0.name) }
    }
  }

  /// Where an item was after the row at hand.
  private func place(of id: ItemID) throws(StoreError) -> Place? {
    if let known = places[id] { return known }
    return try placeAtEnd(of: id)
  }

  /// Where an item was after the last of the rows; others may have changed it since.
  private func placeAtEnd(of id: ItemID) throws(StoreError) -> Place? {
    guard let end = rows.last?.generation else { return nil }
    var place: Place?
    var last: Generation?
    if let record = try reader.record(id) {
      place = Place(parent: record.parent, name: record.name)
      last = record.attributes.lastChange
    } else {
      last = try LogReader(reader).deletion(of: id)
    }
    for _ in 0..<Self.longestSearch {
      guard let at = last, at > end else { return place }
      guard let row = try LogReader(reader).logRow(at: at), row.event != .create, row.item == id else { return nil }
      place = before(row, place)
      last = row.previous
    }
    return nil
  }

  /// The path of a folder after the row at hand, without slashes around it; `nil` in the trash.
  private func path(of folder: ItemID) throws(StoreError) -> String? {
    var depth = 0
    let prefix = try paths.prefix(of: folder) { (id) throws(StoreError) in
      if id == .root { return .start("/") }
      depth += 1
      // What was undone so far may be a circle.
      guard id != .trash, depth <= Self.deepestFolder, let place = try place(of: id) else { return nil }
      return .below(place.parent, place.name)
    }
    return prefix.map { String(decoding: $0.utf8.dropFirst().dropLast(), as: UTF8.self) }
  }
}

extension Optional {
  /// `flatMap` for a closure that throws the store's errors.
  fileprivate func flatMapPlace<Result>(
    _ transform: (Wrapped) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    guard let self else { return nil }
    return try transform(self)
  }
}
