import Foundation

/// Looks at some folders, one after the other, for what others have changed in them.
///
/// Missing items are reported after all of them were checked, since they may be in another one now.
struct LookRound {
  let session: Session
  let cancellation: Cancellation?
  private(set) var isChanged = false
  private(set) var gone: [KnownItem] = []
  /// The folders that others are missing in which were to be looked at.
  private var parentsOfMissing: [RemotePath] = []
  /// Identifies the known state at its start.
  private let signature: String

  init(_ session: Session, _ cancellation: Cancellation?) {
    self.session = session
    self.cancellation = cancellation
    signature = session.tree.anchor().signature
  }

  /// Checks a folder, and returns when to check it next.
  mutating func look(at path: RemotePath) throws {
    do {
      let hasChanged = try look(path)
      if hasChanged { isChanged = true }
      schedule(path, isChanged: hasChanged)
    } catch let error as WebDAVError where error.isMissing && !path.isRoot {
      // Its parent reports that it was removed.
      session.tree.update(path.parent) { $0.nextLook = .distantPast }
      parentsOfMissing.append(path.parent)
      try forgetUnlisted(path)
      schedule(path, isChanged: false)
    } catch {
      schedule(path, isChanged: false)
      let isAway = path.isRoot && (error as? WebDAVError)?.isMissing == true
      throw isAway ? Session.collectionIsAway : error
    }
  }

  /// Takes the folders in which others are missing that were looked at, and perhaps have other names now.
  mutating func takeParentsOfMissing() -> [RemotePath] {
    defer { parentsOfMissing = [] }
    return parentsOfMissing
  }

  /// Forgets a folder that is not there, if no other reports that it is gone: it was moved or deleted while it was looked at.
  private func forgetUnlisted(_ path: RemotePath) throws {
    guard !session.facts.isCloud, session.tree.entry(path) == nil, !gone.contains(where: { $0.entry.path == path })
    else { return }
    try session.checkMissing(path, cancellation)
    session.tree.forgetUnlisted(path)
  }

  private mutating func look(_ path: RemotePath) throws -> Bool {
    let look = Look(session, cancellation)
    if path == .trash { return try look.descend(path, gone: &gone) }
    guard session.facts.isCloud else { return try look.look(path, gone: &gone) }
    let tag = try session.server.entry(at: path, cancellation).tag
    return try tag != session.tree.folder(path)?.tag && look.descend(path, gone: &gone)
  }

  /// Ends what is known of the folders that were looked at, when all of them could be: what a round before had to leave undecided belongs to it.
  ///
  /// What is gone is looked for in the trash bin, which was looked at before the folders: so what is thrown away, or restored, at that moment is not
  /// reported as deleted.
  mutating func lookWhetherThrownAway() throws {
    gone += session.tree.takeUndecided()
    guard session.hasTrash, session.tree.folder(.trash) != nil, gone.contains(where: { !$0.entry.path.isTrashed })
    else { return }
    var left: [KnownItem] = []
    if try Look(session, cancellation).descend(.trash, gone: &left) { isChanged = true }
    for item in left {
      if let entry = try session.server.entry(ofNumber: item.identifier, cancellation) {
        session.tree.noteReported(entry)
      } else {
        gone.append(item)
      }
    }
  }

  /// Takes what another round has found that looked at other folders.
  mutating func take(_ other: LookRound) {
    gone += other.gone
    if other.isChanged { isChanged = true }
  }

  /// Tells what is gone. Where items have numbers, one may be in the very folder that could not be looked at: then that is left to the next round.
  ///
  /// - Parameter isWhole: Whether all folders could be looked at.
  /// - Returns: Whether anything has changed.
  func finish(isWhole: Bool) -> Bool {
    guard isWhole || !session.facts.isCloud else {
      session.tree.keepUndecided(gone)
      return isChanged
    }
    return session.tree.reportGone(gone, since: signature) || isChanged
  }

  private func schedule(_ path: RemotePath, isChanged: Bool) {
    let settings = session.settings
    let longest = session.facts.isCloud ? min(settings.longestInterval, 30) : settings.longestInterval
    session.tree.update(path) { folder in
      folder.interval = isChanged ? settings.shortestInterval : min(folder.interval * 1.5, longest)
      folder.nextLook = Date(timeIntervalSinceNow: folder.interval)
    }
  }
}
