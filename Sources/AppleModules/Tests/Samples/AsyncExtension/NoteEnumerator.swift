import FileProvider

final class NoteEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  private let container: NSFileProviderItemIdentifier
  private let server: NoteServer

  init(_ container: NSFileProviderItemIdentifier, server: NoteServer) {
    self.container = container
    self.server = server
  }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    nonisolated(unsafe) let observer = observer
    Task {
      let parent = container == .workingSet ? NSFileProviderItemIdentifier.rootContainer : container
      observer.didEnumerate(await server.notes(in: parent.rawValue).map(NoteItem.init))
      observer.finishEnumerating(upTo: nil)
    }
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    nonisolated(unsafe) let observer = observer
    Task {
      do {
        let rank = try JSONDecoder().decode(Int.self, from: anchor.rawValue)
        let changes = try await server.changes(since: rank)
        observer.didUpdate(changes.updated.map(NoteItem.init))
        observer.didDeleteItems(withIdentifiers: changes.deleted.map { NSFileProviderItemIdentifier($0) })
        observer.finishEnumeratingChanges(
          upTo: NSFileProviderSyncAnchor(try JSONEncoder().encode(changes.rank)), moreComing: false)
      } catch {
        observer.finishEnumeratingWithError(error.presentable)
      }
    }
  }

  func currentSyncAnchor() async -> NSFileProviderSyncAnchor? {
    await (try? JSONEncoder().encode(server.rank)).map { NSFileProviderSyncAnchor($0) }
  }
}
