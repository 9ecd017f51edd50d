package import FileProviderStore

/// What `chmod`, `chown`, `truncate` and `utimensat` ask for; `nil` leaves an attribute as it is.
package struct AttributeRequest: Sendable, Equatable {
  package enum Time: Sendable, Equatable {
    case now
    case at(Timestamp)
  }

  package var mode: UInt32?
  package var owner: UInt32?
  package var group: UInt32?
  package var size: Int64?
  package var accessed: Time?
  package var modified: Time?

  package init() {}

  /// Whether the request is `chown(-1, -1)`, or the kernel's notice that a file with set-user-ID or set-group-ID is
  /// about to be written.
  var asksForNothing: Bool { self == AttributeRequest() }

  /// The changes that the store makes besides the size, which is committed with the contents.
  ///
  /// - Parameters:
  ///   - item: The item as it is now.
  ///   - caller: The program's user, group and process.
  func changes(to item: ItemAttributes, by caller: Caller, now: Timestamp) -> AttributeChanges {
    var changes = AttributeChanges()
    changes.mode = mode.map { UInt16(truncatingIfNeeded: $0 & 0o7777) }
    changes.owner = owner
    changes.group = group
    // `chown(-1, -1)` changes nothing, and still counts as a change.
    changes.touches = size == nil || mode != nil || owner != nil || group != nil || accessed != nil || modified != nil
    let changesOwner = owner != nil || group != nil || asksForNothing
    if changesOwner || size != nil && !caller.isPrivileged, mode == nil, !item.isFolder {
      changes.mode = ModeRules.withoutPrivileges(item.mode, group: item.group, by: caller)
    }
    changes.accessed = accessed.map { $0.timestamp(now) }
    changes.modified = modified.map { $0.timestamp(now) }
    return changes
  }
}

extension AttributeRequest.Time {
  func timestamp(_ now: Timestamp) -> Timestamp {
    switch self {
    case .now: now
    case .at(let time): time
    }
  }
}

extension ItemAttributes {
  /// Sets attributes of an item that is no longer in the store.
  mutating func apply(_ changes: AttributeChanges, now: Timestamp) {
    if let mode = changes.mode { self.mode = mode }
    if let owner = changes.owner { self.owner = owner }
    if let group = changes.group { self.group = group }
    if let modified = changes.modified { self.modified = modified }
    if let accessed = changes.accessed { self.accessed = accessed }
    changed = max(now, Timestamp(rawValue: changed.rawValue + 1))
  }
}

extension NodeAttributes {
  mutating func apply(_ request: AttributeRequest) {
    let now = Timestamp.now
    if let mode = request.mode { self.mode = self.mode & ~0o7777 | mode & 0o7777 }
    if let owner = request.owner { self.owner = owner }
    if let group = request.group { self.group = group }
    if let time = request.accessed { accessed = time.timestamp(now) }
    if let time = request.modified { modified = time.timestamp(now) }
    changed = max(now, changed)
  }
}
