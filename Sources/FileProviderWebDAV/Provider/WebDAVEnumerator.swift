import FileProviderInterface
import Foundation
import Synchronization

/// Lists a folder, or reports the changes in all listed folders.
final class WebDAVEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  private let provider: WebDAVProvider
  private let container: NSFileProviderItemIdentifier
  /// Whether a program asks, which is to have what is at the server now: that is looked for once.
  private let looksFirst: Atomic<Bool>

  init(_ provider: WebDAVProvider, _ container: NSFileProviderItemIdentifier, _ request: NSFileProviderRequest) {
    self.provider = provider
    self.container = container
    looksFirst = Atomic(request.requestingExecutable != nil)
    super.init()
  }

  func invalidate() {}

  // MARK: Items

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    // Called by one thread after the other, as every observer.
    nonisolated(unsafe) let observer = observer
    let limit = max(1, min(observer.suggestedPageSize ?? 500, 10_000)) * 10
    let name = Self.isInitial(page) ? nil : String(decoding: page.rawValue, as: UTF8.self)
    _ = provider.run(isReading: true) { [self] session, call in
      (try provider.listings.page(items(name, session, call), named: name, limit: limit), session)
    } whenDone: { result in
      switch result {
      case .success(let ((items, next), session)):
        if !items.isEmpty { observer.didEnumerate(items.map { session.object($0) }) }
        observer.finishEnumerating(upTo: next.map { NSFileProviderPage(Data($0.utf8)) })
      case .failure(let error): observer.finishEnumeratingWithError(error)
      }
    }
  }

  private static func isInitial(_ page: NSFileProviderPage) -> Bool {
    [NSFileProviderPage.initialPageSortedByName as Data, NSFileProviderPage.initialPageSortedByDate as Data]
      .contains(page.rawValue)
  }

  private func items(_ name: String?, _ session: Session, _ call: Call) throws -> ArraySlice<KnownItem> {
    if let name {
      guard let rest = provider.listings.rest(name) else { throw NSFileProviderError(.pageExpired) }
      return rest
    }
    // Everything that is known here is in some folder that was listed.
    if container == .workingSet { return [] }
    let path = try session.place(of: container, call.cancellation)
    guard path.isFolder else { return [] }
    do {
      // Who lists a folder need not take what has changed in it.
      let items = try Look(session, call.cancellation).list(path) { provider.signal() }
      // From here on it is followed.
      provider.noteReading(of: path)
      return items[...]
    } catch let error as WebDAVError where error.isMissing {
      throw Session.missing(container, at: path)
    }
  }

  // MARK: Changes

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    _ = provider.run { session, _ in
      let (signature, place) = session.tree.anchor()
      return Self.anchor(signature, place, session)
    } whenDone: { result in
      // Without a server there are no changes to report; a later request returns the error.
      completionHandler((try? result.get()) ?? NSFileProviderSyncAnchor(Data("none".utf8)))
    }
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor) {
    nonisolated(unsafe) let observer = observer
    let limit = max(1, min(observer.suggestedBatchSize ?? 500, 10_000))
    _ = provider.run { [self] session, call in
      let looks = looksFirst.exchange(false, ordering: .relaxed)
      if looks { try provider.lookNow(call.cancellation) }
      guard let (signature, place) = Self.place(syncAnchor),
        let found = session.tree.changes(since: signature, place, limit: limit)
      else { throw NSFileProviderError(.syncAnchorExpired) }
      if found.changes.isEmpty, !looks {
        provider.hurry()
        // That nothing has changed would not be true of a server that does not answer.
        if let trouble = provider.trouble { throw trouble }
      }
      return (found, session)
    } whenDone: { result in
      switch result {
      case .success(let (found, session)):
        Self.report(found.changes, session, observer)
        let anchor = Self.anchor(found.signature, found.anchor, session)
        observer.finishEnumeratingChanges(upTo: anchor, moreComing: found.isMore)
      case .failure(let error): observer.finishEnumeratingWithError(error)
      }
    }
  }

  /// Reports the last state of each item: one that reappeared was not deleted.
  private static func report(
    _ changes: [KnownTree.Change], _ session: Session, _ observer: any NSFileProviderChangeObserver
  ) {
    // By their bytes: two spellings of one text are two identifiers.
    var last: [[UInt8]: KnownTree.Change] = [:]
    for change in changes { last[Array(change.identifier.utf8)] = change }
    let updated = last.values.compactMap { $0.item.map { session.object($0) } }
    let deleted = last.values.filter { $0.item == nil }.map { NSFileProviderItemIdentifier($0.identifier) }
    if !updated.isEmpty { observer.didUpdate(updated) }
    if !deleted.isEmpty { observer.didDeleteItems(withIdentifiers: deleted) }
  }

  /// It advances with each refresh that the user requested, too: so the system need not list folders again to find unreported changes.
  private static func anchor(_ signature: String, _ place: Int, _ session: Session) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(Data("\(signature) \(place) \(session.tree.looks)".utf8))
  }

  private static func place(_ anchor: NSFileProviderSyncAnchor) -> (signature: String, place: Int)? {
    let words = String(decoding: anchor.rawValue, as: UTF8.self).split(separator: " ")
    guard words.count == 3, let place = Int(words[1]) else { return nil }
    return (String(words[0]), place)
  }
}
