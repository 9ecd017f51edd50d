import FileProviderInterface
import Foundation
import Glibc
import LinuxSystem

/// Changes the server as the system asks for it.
///
/// Every change is made under a condition: that what is there is what the system knows. Where the server ignores conditions, it is asked just before.
struct Writer {
  let session: Session
  let call: Call
  let observer: any FolderUseObserver

  init(_ session: Session, _ call: Call, _ observer: any FolderUseObserver) {
    self.session = session
    self.call = call
    self.observer = observer
  }

  var server: WebDAVServer { session.server }
  var tree: KnownTree { session.tree }
  var cancellation: Cancellation { call.cancellation }

  /// What became of a change.
  struct Outcome: Sendable {
    var entry: RemoteEntry
    /// Whether the contents at the server may be others than those that were sent.
    var hasOtherContents = false
    /// What was to be changed, and is not yet.
    var stillPending: NSFileProviderItemFields = []
  }

  /// The place of an item that is to be in a folder.
  func target(in folder: NSFileProviderItemIdentifier, _ filename: String, isFolder: Bool) throws -> RemotePath {
    let name = filename.spelledBytes
    guard RemotePath.isName(name) else { throw NSFileProviderError(.cannotSynchronize) }
    let place = folder == .trashContainer ? RemotePath.trash : try session.place(of: folder, cancellation)
    // Nothing is made in a trash bin.
    if place.isTrashed { throw CocoaError(.featureUnsupported) }
    return place.appending(name, isFolder: isFolder)
  }

  /// Runs a body that changes places, for which reports are ignored meanwhile.
  ///
  /// - Parameter isCreation: Whether the system does not know the item before.
  func changing<Result>(
    _ paths: [RemotePath], isCreation: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    observer.noteUse(of: (paths.last ?? .root).parent)
    tree.beginChange(paths, isCreation: isCreation)
    defer {
      tree.endChange(paths)
      session.cards?.forget(paths)
    }
    return try body()
  }

  /// The error for an item that has the place.
  func collision(with entry: RemoteEntry) throws -> NSError {
    NSError.fileProviderErrorForCollision(with: session.object(try session.item(entry, cancellation)))
  }

  /// What was made at a place, or moved there, just now.
  ///
  /// - Throws: A failure that is tried again where nothing is there: something has answered in the server's place.
  func made(_ path: RemotePath) throws -> RemoteEntry {
    do { return try server.entry(at: path, cancellation) } catch let error as WebDAVError where error.isMissing {
      throw WebDAVServer.notDone
    }
  }

  /// What is there in place of an item, if anything.
  func holder(of path: RemotePath) throws -> RemoteEntry? { try server.entry(ifAt: path, cancellation) }
}
