import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// Cards that are fetched many at a time before the system asks for them: one request for a hundred instead of one for each (RFC 6352, section 8.7).
///
/// Looks note which cards have changed. The first of them that the system asks for is fetched together with others of its book. An earlier process may
/// have looked: so the second card that the system asks for without such a note is fetched together with others that it has not asked for yet.
final class CardStock: Sendable {
  private struct Fetched {
    var url: URL
    var entry: RemoteEntry
    var length: Int64
  }

  /// What is known of the cards of a book.
  private struct Book {
    /// The cards that the system will ask for.
    var wanted: Set<RemotePath> = []
    /// Those that are here and have not been asked for.
    var fetched: [RemotePath: Fetched] = [:]
    /// Those that were asked for, or fetched in advance, since the first one that no look has noted.
    var asked: Set<RemotePath> = []
    /// Held during a request: whoever waits for it may find its card in the answer.
    let request = NSLock()

    /// Takes a card that is wanted out of these, and others with it.
    ///
    /// - Returns: Nothing if it is not wanted.
    mutating func takeWanted(_ path: RemotePath) -> [RemotePath] {
      guard wanted.remove(path) != nil else { return [] }
      let others = Array(wanted.prefix(CardStock.most - 1))
      wanted.subtract(others)
      return [path] + others
    }

    /// Notes that the system has asked for a card that no look has noted.
    ///
    /// - Returns: Whether it may ask for others, too: it is not the first one, and most of those that were fetched in advance have been asked for.
    mutating func noteMiss(_ path: RemotePath) -> Bool {
      asked.insert(path)
      return asked.count > 1 && fetched.count <= CardStock.most / 2
    }

    /// Whether the system may still ask for a card that no look has noted.
    func mayBeAsked(_ path: RemotePath) -> Bool { !asked.contains(path) && fetched[path] == nil }

    mutating func take(_ path: RemotePath) -> Fetched? {
      guard let card = fetched.removeValue(forKey: path) else { return nil }
      if !asked.isEmpty { asked.insert(path) }
      return card
    }
  }

  /// The most cards in a request.
  static let most = 100

  private let books = Mutex<[RemotePath: Book]>([:])

  private func withBook<Result: Sendable>(of path: RemotePath, _ body: (inout Book) -> Result) -> Result {
    books.withLock { body(&$0[path.parent, default: Book()]) }
  }

  /// Notes cards that are new on the server, or have another version there.
  func note(_ paths: [RemotePath]) {
    for path in paths where !path.isFolder { withBook(of: path) { _ = $0.wanted.insert(path) } }
  }

  /// Drops cards that are not on the server any more, or that are changed here.
  func forget(_ paths: [RemotePath]) {
    for path in paths where !path.isFolder {
      let dropped = withBook(of: path) { book in
        book.wanted.remove(path)
        book.asked.remove(path)
        return book.fetched.removeValue(forKey: path)
      }
      if let dropped { unlink(dropped.url.path) }
    }
  }

  /// Fetches a card, and with it others.
  ///
  /// - Returns: `nil` for one that is to be fetched by itself, or that the server does not give in this way.
  func card(at path: RemotePath, _ session: Session, _ call: Call) throws -> Fetch.Fetched? {
    if let card = try take(path, session) { return card }
    return try withBook(of: path) { $0.request }.withLock {
      if let card = try take(path, session) { return card }
      try call.cancellation.check()
      let batch = batch(with: path, session.tree)
      if batch.isEmpty { return nil }
      do { try fetch(batch, session, call) } catch let error as WebDAVError {
        // Each can still be fetched by itself, unless the server is out of reach.
        guard error.isOfRequest else {
          note(batch)
          throw error
        }
      }
      return try take(path, session)
    }
  }

  /// The cards to be fetched with one request; none if the card is to be fetched by itself.
  private func batch(with path: RemotePath, _ tree: KnownTree) -> [RemotePath] {
    let wanted = withBook(of: path) { $0.takeWanted(path) }
    guard wanted.isEmpty, withBook(of: path, { $0.noteMiss(path) }) else { return wanted }
    let all = (tree.children(of: path.parent) ?? []).map(\.entry.path).filter { !$0.isFolder }
    // Those that follow it: the system asks for them in their order, and may have those before it.
    let place = all.firstIndex(of: path).map { $0 + 1 } ?? 0
    let others = withBook(of: path) { book in
      let others = (all[place...] + all[..<place]).filter { $0 != path && book.mayBeAsked($0) }.prefix(Self.most - 1)
      // Each is tried once in this way, whatever the server answers.
      book.asked.formUnion(others)
      book.wanted.subtract(others)
      return Array(others)
    }
    return others.isEmpty ? [] : [path] + others
  }

  /// Takes a card that is here, unless the server has another version by now.
  private func take(_ path: RemotePath, _ session: Session) throws -> Fetch.Fetched? {
    guard let card = withBook(of: path, { $0.take(path) }) else { return nil }
    guard session.tree.entry(path).map(card.entry.hasContents) ?? true else {
      unlink(card.url.path)
      return nil
    }
    return Fetch.Fetched(url: card.url, item: try session.item(card.entry), part: 0..<card.length)
  }

  private func fetch(_ paths: [RemotePath], _ session: Session, _ call: Call) throws {
    try session.server.cards(paths, call.cancellation) { entry, bytes in
      let url = try session.withNewFile { file in
        do throws(Errno) { try WholeFile.write(bytes, to: file) } catch {
          throw CocoaError([ENOSPC, EDQUOT].contains(error.number) ? .fileWriteOutOfSpace : .fileWriteUnknown)
        }
      }.url
      let card = Fetched(url: url, entry: entry, length: Int64(bytes.count))
      let former = withBook(of: entry.path) { $0.fetched.updateValue(card, forKey: entry.path) }
      if let former { unlink(former.url.path) }
    }
  }
}

extension WebDAVError {
  /// Whether it is the request that the server does not answer, which it may do to another one.
  fileprivate var isOfRequest: Bool {
    if case .badAnswer = reason { return true }
    return status.map { ![401, 407, 429, 502, 503, 504].contains($0) } ?? false
  }
}
