import Foundation
import Glibc
import LinuxSystem

/// The rules of a CardDAV server: books lie in the home, and cards in books.
extension Writer {
  /// Checks whether an item may be at a place.
  ///
  /// - Throws: A refusal that holds until the item has another place or name.
  func check(_ path: RemotePath) throws(WebDAVError) {
    guard session.settings.isCardDAV else { return }
    switch (path.isFolder, path.parent.isRoot) {
    case (true, true): break
    case (true, false): throw WebDAVError(.refused("an address book has no folders"))
    case (false, true): throw WebDAVError(.refused("only address books, which are folders, are kept here"))
    case (false, false):
      guard String(spelling: path.name).lowercased().hasSuffix(".vcf") else {
        throw WebDAVError(.refused("an address book has only cards (.vcf)"))
      }
    }
  }

  /// Checks that a collection of the home is an address book. Others are not shown, and some servers make them in place of a book.
  func checkBook(_ path: RemotePath) throws {
    guard session.settings.isCardDAV, try !server.isAddressBook(path, cancellation) else { return }
    throw WebDAVError(.refused("the server has a collection of this name that is no address book"))
  }

  /// Finds out why a server refused a card, if what is at the card's own place is not the reason.
  ///
  /// - Returns: A refusal for good if another card of the book has its `UID`; else the server's error.
  func explained(_ error: WebDAVError, _ path: RemotePath, _ file: Int32) throws -> WebDAVError {
    guard session.settings.isCardDAV, [400, 403, 409, 412].contains(error.status), try isSecond(path, file) else {
      return error
    }
    return Self.second
  }

  /// Checks whether a new card may be written, where the server does not refuse a second one with its `UID`.
  func checkIdentity(_ path: RemotePath, _ file: Int32) throws {
    if session.settings.isCardDAV, session.facts.checksIdentity != true, try isSecond(path, file) { throw Self.second }
  }

  private static let second = WebDAVError(.refused("another card of this address book has the same UID"))

  private func isSecond(_ path: RemotePath, _ file: Int32) throws -> Bool {
    guard let card = try card(in: file) else { return false }
    do { return try server.hasOtherCard(withUID: card.uid, than: path, cancellation) } catch let error as WebDAVError
      where [400, 403, 405, 415, 422, 501].contains(error.status)
    {
      // It does not search: whether it takes a second card is for it to decide.
      return false
    }
  }

  /// Whether a downloaded file has the card that was sent, possibly reserialized by the server.
  func hasSameCard(_ url: URL, _ file: Int32) throws -> Bool {
    guard session.settings.isCardDAV, let ours = try card(in: file) else { return false }
    return try ComparableCard(Data(contentsOf: url)) == ours
  }

  private func card(in file: Int32) throws -> ComparableCard? {
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    try handle.seek(toOffset: 0)
    return try ComparableCard(handle.read(upToCount: Int(WebDAVServer.longestCard)) ?? Data())
  }
}
