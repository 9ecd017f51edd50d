import FileProviderInterface
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

// A document that was here before the provider got other contents is updated from those, where the provider can do that
// (`NSFileProviderIncrementalContentFetching`).
extension ContentFetcher {
  /// Fetches the contents of a document; from what was here of it, if it is whole and the provider can use it.
  ///
  /// - Parameter take: Takes over what came, which may be the very file that the provider was given.
  func fetchAll<Value>(
    of document: ItemID, _ identifier: NSFileProviderItemIdentifier, _ load: ContentLoad,
    _ take: (ProvidedContents) throws -> Value
  ) throws -> Value {
    let request = calls.request(for: load.interest.asker)
    if calls.fetchesIncrementally, let former = try store.wholeFormerContents(of: document),
      let existing = copy(of: former)
    {
      defer { unlink(existing.path) }
      let version = NSFileProviderItemVersion(
        contentVersion: Data(former.contentVersion), metadataVersion: Data(former.metadataVersion ?? []))
      do {
        return try take(calls.contents(of: identifier, from: existing, version, request: request, load))
      } catch  where Self.mayBeOfFormer(error) {
        // The provider may not know that version any more, or err in its own arithmetic.
        try load.interest.check()
        try change { (transaction) throws(StoreError) in try transaction.dropFormer(of: document) }
      }
    }
    return try take(calls.contents(of: identifier, request: request, load))
  }

  /// Whether the provider may still deliver the contents as a whole.
  private static func mayBeOfFormer(_ error: any Error) -> Bool {
    if error is StoreError { return false }
    return switch ProviderErrorPolicy(error).reaction {
    case .wait, .remove: false
    default: (error as NSError).domain != ProviderErrorPolicy.ownDomain
    }
  }

  private var formerFolder: URL { store.directory.appendingPathComponent("updating") }

  /// Removes copies that a process has left that was killed.
  func sweepFormerCopies() { try? FileManager.default.removeItem(at: formerFolder) }

  /// Makes a copy of former contents for the provider; `nil` where there is no room, or they are gone.
  private func copy(of former: FormerContents) -> URL? {
    guard let key = former.content, mkdir(formerFolder.path, 0o700) == 0 || errno == EEXIST else { return nil }
    // A name of its own: a provider that answers too late must not remove the copy of a later call.
    let url = formerFolder.appendingPathComponent(UUID().uuidString)
    do throws(StoreError) {
      let source = try store.contents.open(key, flags: O_RDONLY)
      var status = stat()
      guard fstat(source.number, &status) == 0,
        let target = Descriptor(opening: url.path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      else { return nil }
      let copier = ContentCopier { [inFlight] _ in !inFlight.isStopped }
      if copier.share(source.number, status, with: target.number) { return url }
      if hasRoom(for: status) {
        try copier.copy(source.number, status, into: target.number)
        return url
      }
    } catch {}
    unlink(url.path)
    return nil
  }

  /// Twice what the copy needs: the new contents come beside it.
  private func hasRoom(for status: stat) -> Bool {
    var room = statvfs()
    guard statvfs(formerFolder.path, &room) == 0 else { return true }
    return UInt64(room.f_bavail) * UInt64(room.f_frsize) / 1024 > UInt64(max(status.st_blocks, 0)) + 65_536
  }
}
