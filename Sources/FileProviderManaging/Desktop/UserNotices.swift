import FileProviderDomains
import FileProviderInterface
import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import LinuxSystem

/// Notifies the user of what happens in a domain, and does what the user chooses.
struct UserNotices {
  private let domain: DomainName
  private let store: ItemStore
  private let notices: DesktopNotices

  init?(_ domain: DomainName, _ store: ItemStore, _ replica: Replica) {
    self.domain = domain
    self.store = store
    let notices = DesktopNotices { [weak replica] action, notice in
      switch action {
      case .show:
        Self.show(notice, domain, store)
        return nil
      case .accept, .restore:
        let next = Self.decide(action == .accept ? .accepted : .restoring, notice, domain, store)
        replica?.synchronize(listsEverything: false) { _ in }
        return next
      }
    }
    guard let notices else { return nil }
    self.notices = notices
  }

  /// Begins to listen to a replica.
  func start(_ replica: Replica) {
    let title = "\(HostProgram.current.providerName ?? "The provider") (\(domain))"
    replica.whenUserActionIsRequired { [self] in show(.problem(SentError($0).description, title: title)) }
    replica.whenUserIsToDecide { [self] event in
      switch event {
      case .heldDeletions(let held): show(.heldDeletions(held, in: domain.string, title: title))
      case .noHeldDeletions: notices.closeHeldDeletions()
      case .conflict(let document, let copy): show(.conflicts(last: [document, copy], title: title))
      }
    }
  }

  /// Shows no more.
  func stop() { notices.stop() }

  private func show(_ notice: DesktopNotice) {
    let isWanted = try? store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).showsNotices()
    }
    if isWanted == true { notices.show(notice) }
  }

  /// Decides on the deletions that a notice speaks of, unless others are held by now.
  ///
  /// - Returns: The notice of what is still held then; `nil` for nothing.
  private static func decide(
    _ state: HeldState, _ notice: DesktopNotice, _ domain: DomainName, _ store: ItemStore
  ) -> DesktopNotice? {
    guard case .heldDeletions(let seen) = notice.kind else { return nil }
    do throws(StoreError) {
      if try store.decideOnHeldDeletions(state, seen: seen) != nil { return nil }
      let held = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldDeletions() }
      return held.flatMap { $0.items > 0 ? .heldDeletions($0, in: domain.string, title: notice.title) : nil }
    } catch { return notice }
  }

  /// Shows the items of a notice.
  private static func show(_ notice: DesktopNotice, _ domain: DomainName, _ store: ItemStore) {
    guard let mount = MountRegistry.preferred(of: domain, store: store.directory.path) else { return }
    let paths = try? store.readCommitted { (reader) throws(StoreError) in
      var items: [ItemID] = []
      switch notice.kind {
      case .message, .problem: break
      case .heldDeletions: items = try ProvidedReader(reader).heldItems(.held, limit: DesktopNotice.mostItems)
      case .conflicts(_, let last): items = last
      }
      var paths: [String] = []
      for id in items where try reader.item(id) != nil { if let path = try reader.path(of: id) { paths.append(path) } }
      return paths
    }
    guard let paths, !paths.isEmpty else { return }
    DesktopFiles.show(paths.map { Array(mount.mountpoint.utf8) + $0.spelledBytes })
  }
}
