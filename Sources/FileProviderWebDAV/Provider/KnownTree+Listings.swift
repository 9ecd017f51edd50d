import Foundation
import Synchronization

extension KnownTree {
  /// What a listing has brought.
  struct Outcome {
    var hasChanged = false
    /// Folders in it of which the server has another version than before.
    var changedFolders: [RemotePath] = []
    /// What is not there any more, and is not told yet: it may have moved.
    var gone: [KnownItem] = []
  }

  /// Takes a listing.
  ///
  /// - Parameters:
  ///   - begun: When it began, as `beginListing` said.
  ///   - interval: How soon the folder is looked at again, if it is new.
  func take(_ listing: FolderListing, of path: RemotePath, begun: UInt64, interval: Double) -> Outcome {
    state.withLock { state in
      let isNew = state.folders[path] == nil
      var folder = state.folders.removeValue(forKey: path) ?? KnownFolder(interval: interval)
      var outcome = Outcome()
      // An answer that was overtaken by that to a later question says what was.
      guard begun >= folder.begun else {
        state.folders[path] = folder
        return outcome
      }
      folder.begun = begun
      for entry in listing.children.values where !state.isTouched(entry.path, since: begun) {
        state.followMove(of: entry)
        state.note(entry)
        let old = folder.children.updateValue(entry, forKey: entry.path)
        if old?.tellsTheSame(as: entry) == true { continue }
        if entry.path.isFolder, old?.tag != entry.tag { outcome.changedFolders.append(entry.path) }
        guard !isNew else { continue }
        outcome.hasChanged = true
        state.append(Change(identifier: state.item(entry).identifier, item: state.item(entry)))
      }
      if isNew { state.addTouched(to: &folder, path, listing, since: begun) }
      if listing.isComplete {
        let missing = folder.children.keys.filter {
          listing.children[$0] == nil && !listing.untold.contains($0.bytes) && !state.isTouched($0, since: begun)
        }
        for path in missing {
          guard let entry = folder.children.removeValue(forKey: path) else { continue }
          outcome.gone.append(state.item(entry))
        }
      }
      // Of every other folder, the one above tells.
      if path.isRoot, !isNew, let own = listing.folder, !own.permits(asMuchAs: folder.entry) {
        outcome.hasChanged = true
        state.append(Change(identifier: KnownItem.root, item: state.item(own)))
      }
      folder.entry = listing.folder ?? folder.entry
      folder.tag = listing.folder?.tag
      folder.token = listing.folder?.token ?? folder.token
      state.folders[path] = folder
      return outcome
    }
  }

  /// Tells the end of items that are in no folder any more.
  ///
  /// - Returns: Whether there is any.
  func tellGone(_ items: [KnownItem]) -> Bool {
    state.withLock { state in
      var isAny = false
      for item in items {
        let path = item.entry.path
        // It has turned up elsewhere.
        if let place = state.places[item.identifier], place != path { continue }
        if state.folders[path.parent]?.children[path] != nil { continue }
        state.forget(path)
        state.append(Change(identifier: item.identifier, item: nil))
        isAny = true
      }
      return isAny
    }
  }

  /// Notes an item that is told of outside a listing.
  func tell(_ entry: RemoteEntry) {
    state.withLock { state in
      state.note(entry)
      guard state.folders[entry.path.parent]?.children.updateValue(entry, forKey: entry.path) != entry else { return }
      state.append(Change(identifier: state.item(entry).identifier, item: state.item(entry)))
    }
  }

  /// Notes an item that was looked for and found. If it is new in a folder that is known, that is told as by a listing.
  func noteFound(_ entry: RemoteEntry) {
    if folder(entry.path.parent) != nil { tell(entry) } else { note(entry) }
  }

  // MARK: Our own changes

  /// Begins a change of ours: what others say of these places until it ends is not taken.
  ///
  /// - Parameter isCreation: Whether the system does not know the item before.
  func beginChange(_ paths: [RemotePath], isCreation: Bool) {
    state.withLock { state in
      for path in paths { state.touched[path] = Touch(time: .max, isCreation: isCreation) }
    }
  }

  /// Begins to know a folder that was made here. What others put into it is told as new.
  func beginFollowing(_ path: RemotePath, interval: Double) {
    state.withLock { state in
      if state.folders[path] == nil { state.folders[path] = KnownFolder(interval: interval) }
    }
  }

  /// Ends a change of ours.
  ///
  /// - Parameters:
  ///   - removed: What is not at its place any more.
  ///   - entry: What the server has now.
  func endChange(_ paths: [RemotePath], removed: RemotePath? = nil, entry: RemoteEntry? = nil) {
    state.withLock { state in
      let now = state.tick()
      for path in paths {
        let last = path == entry?.path ? entry : path == removed ? nil : state.touched[path]?.entry
        state.touched[path] = Touch(time: now, entry: last)
      }
      if state.touched.count > 10_000 {
        state.touched = state.touched.filter { $0.value.time == .max || $0.value.time + 1000 > now }
      }
      if let removed {
        state.folders[removed.parent]?.children[removed] = nil
        if let entry { state.followMove(of: entry) }
        state.forget(removed)
      }
      guard let entry else { return }
      state.note(entry)
      state.folders[entry.path.parent]?.children[entry.path] = entry
    }
  }
}

extension KnownTree.State {
  func isTouched(_ path: RemotePath, since begun: UInt64) -> Bool { touched[path].map { $0.time > begun } ?? false }

  /// Completes a folder that was not known by what was changed in it since the listing began: of a creation that is not done yet, nothing; else
  /// what the server had after the change, or has while it is being done.
  func addTouched(
    to folder: inout KnownFolder, _ path: RemotePath, _ listing: FolderListing, since begun: UInt64
  ) {
    for (place, touch) in touched where place.parent == path && touch.time > begun && !place.isTop {
      let isUnderWay = touch.time == .max
      if isUnderWay && touch.isCreation { continue }
      folder.children[place] = isUnderWay ? listing.children[place] : touch.entry
    }
  }

  /// Takes what is known of a folder along, if it keeps its number and has another place.
  mutating func followMove(of entry: RemoteEntry) {
    guard entry.path.isFolder, let number = entry.cloud?.number, let old = places[number], old != entry.path,
      folders[entry.path] == nil
    else { return }
    for path in folders.keys.filter({ $0.isAtOrBelow(old) }) {
      guard var known = folders.removeValue(forKey: path) else { continue }
      let children = known.children.values
      known.children = [:]
      for var child in children {
        if numbers[child.path] == child.cloud?.number { numbers[child.path] = nil }
        child.path = child.path.moved(from: old, to: entry.path)
        known.children[child.path] = child
        note(child)
      }
      folders[path.moved(from: old, to: entry.path)] = known
    }
  }

  /// Forgets an item and what is known below it.
  mutating func forget(_ path: RemotePath) {
    if let number = numbers.removeValue(forKey: path), places[number] == path { places[number] = nil }
    guard path.isFolder else { return }
    for folder in folders.keys.filter({ $0.isAtOrBelow(path) }) {
      guard let known = folders.removeValue(forKey: folder) else { continue }
      for child in known.children.keys {
        if let number = numbers.removeValue(forKey: child), places[number] == child { places[number] = nil }
      }
    }
  }
}
