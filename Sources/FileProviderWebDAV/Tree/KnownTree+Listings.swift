import Foundation
import FileProviderSQLite

extension KnownTree {
  /// The result of a listing.
  struct Outcome: Sendable {
    var hasChanged = false
    /// Items that are new or have changed.
    var changed: [RemotePath] = []
    /// Missing items that are not reported yet, since they may have moved.
    var gone: [KnownItem] = []
  }

  /// Takes a listing of a folder that is looked at again. One that is not known any more was moved or deleted meanwhile.
  ///
  /// - Parameters:
  ///   - begun: When it began, as returned by `beginListing`.
  ///   - isDescending: Whether the folders in it are looked at after it. Its version is noted after that: otherwise they would never be visited if this
  ///     process ends before.
  func take(
    _ listing: FolderListing, of path: RemotePath, begun: UInt64, isDescending: Bool = false
  ) -> Outcome {
    change { (state) throws(SQLiteError) in
      guard let known = try state.folder(path) else { return Outcome() }
      return try state.take(listing, of: known, begun: begun, isFirst: false, isDescending: isDescending)
    }
  }

  /// Takes a listing that the system requested, and reports the deletion of items that are in no folder any more.
  ///
  /// - Parameter interval: How soon the folder is looked at, if it is new.
  /// - Returns: All that is in the folder; what of it is new or has changed; and whether changes are reported for that.
  func takeAll(
    _ listing: FolderListing, of path: RemotePath, begun: UInt64, interval: Double
  ) -> (items: [KnownItem], changed: [RemotePath], hasChanged: Bool) {
    change { (state) throws(SQLiteError) in
      let former = try state.folder(path)
      let known = if let former { former } else { try state.add(path, interval: interval) }
      let outcome = try state.take(listing, of: known, begun: begun, isFirst: former == nil, isDescending: false)
      let isAnyGone = try state.reportGone(outcome.gone)
      return (try state.children(of: path) ?? [], outcome.changed, outcome.hasChanged || isAnyGone)
    }
  }

  /// Forgets a folder that is not there, if it is in no other one.
  func forgetUnlisted(_ path: RemotePath) {
    change { (state) throws(SQLiteError) in
      if !path.isTop, try state.entry(path) == nil { try state.forget(path) }
    }
  }

  /// Tells the end of items that are in no folder any more.
  ///
  /// - Parameter signature: Identifies the known state when they were found missing. The present state may be a different one.
  /// - Returns: Whether there is any.
  func reportGone(_ items: [KnownItem], since signature: String? = nil) -> Bool {
    if items.isEmpty { return false }
    return change { (state) throws(SQLiteError) in
      guard signature ?? state.signature == state.signature else { return false }
      return try state.reportGone(items)
    }
  }

  /// Notes an item that is reported outside a listing.
  func noteReported(_ entry: RemoteEntry) {
    change { (state) throws(SQLiteError) in
      try state.note(entry)
      guard try state.entry(entry.path) != entry else { return }
      try state.put(entry)
      let item = try state.item(entry)
      try state.append(Change(identifier: item.identifier, item: item))
    }
  }

  /// Notes an item that was looked up. If it is new in a known folder, it is reported as by a listing.
  func noteFound(_ entry: RemoteEntry) {
    if folder(entry.path.parent) != nil { noteReported(entry) } else { note(entry) }
  }

  // MARK: Our own changes

  /// Begins a local change: until it ends, reports about these places are ignored.
  ///
  /// - Parameter isCreation: Whether the system does not know the item before.
  func beginChange(_ paths: [RemotePath], isCreation: Bool) {
    read { state in
      for path in paths { state.touched[path] = Touch(time: .max, isCreation: isCreation) }
    }
  }

  /// Starts to track a folder that was created here. Items that others add to it are reported as new.
  func beginFollowing(_ path: RemotePath, interval: Double) {
    change { (state) throws(SQLiteError) in
      if try !state.isKnown(path) { _ = try state.add(path, interval: interval) }
    }
  }

  /// Ends a change of ours.
  ///
  /// - Parameters:
  ///   - removed: What is not at its place any more.
  ///   - entry: What the server has now.
  ///   - isReported: Whether the system gets to know of it where it may not have asked for an older change of the same item.
  func endChange(
    _ paths: [RemotePath], removed: RemotePath? = nil, entry: RemoteEntry? = nil, isReported: Bool = true
  ) {
    change { (state) throws(SQLiteError) in
      let now = state.tick()
      for path in paths {
        let last = path == entry?.path ? entry : path == removed ? nil : state.touched[path]?.entry
        state.touched[path] = Touch(time: now, entry: last)
      }
      if state.touched.count > 10_000 {
        state.touched = state.touched.filter { $0.value.time == .max || $0.value.time + 1000 > now }
      }
      var former: String?
      if let removed {
        former = try state.identifier(of: removed)
        try state.remove(removed)
        if let entry { try state.followMove(of: entry) }
        try state.forget(removed)
      }
      var item: KnownItem?
      if let entry {
        try state.note(entry)
        try state.put(entry)
        item = try state.item(entry)
      }
      guard isReported else { return }
      if let former, former != item?.identifier { try state.supersede(KnownTree.Change(identifier: former, item: nil)) }
      if let item { try state.supersede(KnownTree.Change(identifier: item.identifier, item: item)) }
    }
  }
}

extension KnownTree.State {
  mutating func take(
    _ listing: FolderListing, of folder: Numbered, begun: UInt64, isFirst isFirstListing: Bool, isDescending: Bool
  ) throws(SQLiteError) -> KnownTree.Outcome {
    var known = folder
    let path = known.path
    var outcome = KnownTree.Outcome()
    // An answer that arrives after the answer to a later request is outdated.
    guard begun >= self.begun[known.id] ?? 0 else { return outcome }
    self.begun[known.id] = begun
    var skipsAny = false
    for entry in listing.children.values {
      if isTouched(entry.path, since: begun) {
        skipsAny = true
        continue
      }
      try followMove(of: entry)
      try note(entry)
      if try put(entry, in: known.id)?.isSame(as: entry) == true { continue }
      outcome.changed.append(entry.path)
      if isFirstListing { continue }
      outcome.hasChanged = true
      let item = try item(entry)
      try append(KnownTree.Change(identifier: item.identifier, item: item))
    }
    if isFirstListing { try addTouched(to: known, listing, since: begun) }
    if listing.isComplete {
      for entry in try entries(in: known.id, path) where listing.children[entry.path] == nil {
        guard !listing.unreported.contains(entry.path.bytes) else { continue }
        if isTouched(entry.path, since: begun) {
          skipsAny = true
          continue
        }
        outcome.gone.append(try takeOut(entry, of: known.id))
      }
    }
    // Every other folder is covered by its parent.
    if path.isRoot, !isFirstListing, let own = listing.folder, !own.permits(asMuchAs: known.folder.entry) {
      outcome.hasChanged = true
      try append(KnownTree.Change(identifier: RemotePath.rootIdentifier, item: item(own)))
    }
    known.folder.entry = listing.folder ?? known.folder.entry
    // A new version of a known folder may mean that its subfolders have changed.
    if isFirstListing { known.folder.tag = listing.folder?.tag } else if isDescending { known.folder.tag = nil }
    // The changes since the new token may lack what was skipped.
    known.folder.token = skipsAny ? nil : listing.folder?.token ?? known.folder.token
    try keep(known)
    return outcome
  }

  mutating func reportGone(_ items: [KnownItem]) throws(SQLiteError) -> Bool {
    var isAny = false
    for item in items {
      let path = item.entry.path
      try endGone(path)
      // It has turned up elsewhere.
      if let place = try place(of: item.identifier), place != path { continue }
      if try entry(path) != nil { continue }
      try forget(path)
      try database.statement("DELETE FROM places WHERE number = ?").with(item.identifier).run()
      try append(KnownTree.Change(identifier: item.identifier, item: nil))
      isAny = true
    }
    return isAny
  }

  func isTouched(_ path: RemotePath, since begun: UInt64) -> Bool { touched[path].map { $0.time > begun } ?? false }

  /// Takes what is not in a folder any more out of it, until it is known whether it is elsewhere.
  func takeOut(_ entry: RemoteEntry, of folder: Int64) throws(SQLiteError) -> KnownItem {
    let item = try item(entry)
    try remove(entry.path, from: folder)
    try keepGone(item)
    return item
  }

  /// Completes a folder that was not known by what was changed in it since the listing began: of a creation that is not done yet, nothing; else
  /// what the server had after the change, or has while it is being done.
  func addTouched(to known: Numbered, _ listing: FolderListing, since begun: UInt64) throws(SQLiteError) {
    for (place, touch) in touched where place.parent == known.path && touch.time > begun && !place.isTop {
      let isUnderWay = touch.time == .max
      if isUnderWay && touch.isCreation { continue }
      if let entry = isUnderWay ? listing.children[place] : touch.entry {
        try put(entry, in: known.id)
      } else {
        try remove(place, from: known.id)
      }
    }
  }

  /// Takes what is known of a folder along, if it keeps its number and has another place.
  mutating func followMove(of entry: RemoteEntry) throws(SQLiteError) {
    guard entry.path.isFolder, let number = entry.cloud?.number, let old = try place(of: number), old != entry.path,
      !entry.path.isAtOrBelow(old), try !isKnown(entry.path)
    else { return }
    try forget(entry.path)
    let (key, below) = (old.key, old.keysBelow)
    for table in ["folders", "places"] {
      try database.statement(
        "UPDATE \(table) SET key = CAST(?1 || substr(key, ?2) AS BLOB) WHERE key > ?3 AND key < ?4"
      ).with(entry.path.key, key.count + 1, below.from, below.to).run()
    }
    try database.statement("UPDATE folders SET key = ?2 WHERE key = ?1").with(key, entry.path.key).run()
    (tops, folderCount) = (nil, nil)
  }

  /// Forgets an item and what is known below it.
  mutating func forget(_ path: RemotePath) throws(SQLiteError) {
    try database.statement("DELETE FROM places WHERE key = ? AND kind = ?").with(path.key, path.isFolder)
      .run()
    guard path.isFolder else { return }
    let (key, below) = (path.key, path.keysBelow)
    try database.statement(
      "DELETE FROM entries WHERE folder IN (SELECT id FROM folders WHERE key = ?1 OR key > ?2 AND key < ?3)"
    ).with(key, below.from, below.to).run()
    let folders = try database.statement("DELETE FROM folders WHERE key = ?1 OR key > ?2 AND key < ?3 RETURNING id")
      .with(key, below.from, below.to)
    defer { folders.reset() }
    while try folders.step() { begun[folders.integer(0)] = nil }
    try database.statement("DELETE FROM places WHERE key > ? AND key < ?").with(below.from, below.to).run()
    (tops, folderCount) = (nil, nil)
  }
}
