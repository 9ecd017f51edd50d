import Foundation
import Glibc
import Synchronization

/// Cards that are fetched many at a time before the system asks for them: one request for a hundred instead of one for each (RFC 6352, section 8.7).
///
/// Looks note which cards have changed. The first of them that the system asks for is fetched together with others of its book. An earlier process may
/// have looked: a book of which more than one other card is asked for is taken as a whole.
final class CardStock: Sendable {
  private struct State {
    /// The cards that the system will ask for, by their books.
    var wanted: [RemotePath: Set<RemotePath>] = [:]
    /// Those that are here and have not been asked for.
    var fetched: [RemotePath: Fetched] = [:]
    /// How often a card was asked for that no look has noted, by the books.
    var misses: [RemotePath: Int] = [:]

    /// Counts such a card.
    ///
    /// - Returns: Whether it is the second one of its book.
    mutating func isSecondMiss(_ path: RemotePath) -> Bool {
      guard wanted[path.parent]?.contains(path) != true else { return false }
      misses[path.parent, default: 0] += 1
      return misses[path.parent] == 2
    }
  }

  private struct Fetched {
    var url: URL
    var entry: RemoteEntry
    var length: Int64
  }

  /// The most cards in a request.
  static let most = 100

  private let state = Mutex(State())
  /// Held during a request: whoever waits for it may find its card in the answer.
  private let request = NSLock()

  /// Notes cards that are new on the server, or have another version there.
  func note(_ paths: [RemotePath]) {
    let cards = paths.filter { !$0.isFolder }
    guard !cards.isEmpty else { return }
    state.withLock { state in for card in cards { state.wanted[card.parent, default: []].insert(card) } }
  }

  /// Drops cards that are not on the server any more, or that are changed here.
  func forget(_ paths: [RemotePath]) {
    let dropped = state.withLock { state in
      for path in paths { state.wanted[path.parent]?.remove(path) }
      return paths.compactMap { state.fetched.removeValue(forKey: $0) }
    }
    for card in dropped { unlink(card.url.path) }
  }

  /// Fetches a card, and with it others.
  ///
  /// - Returns: `nil` for one that is not wanted, or that the server does not give in this way.
  func card(at path: RemotePath, _ session: Session, _ call: Call) throws -> Fetch.Fetched? {
    if let card = try take(path, session) { return card }
    return try request.withLock {
      if let card = try take(path, session) { return card }
      if state.withLock({ $0.isSecondMiss(path) }) {
        note((session.tree.children(of: path.parent) ?? []).map(\.entry.path))
      }
      let others = state.withLock { state -> [RemotePath]? in
        guard state.wanted[path.parent]?.contains(path) == true else { return nil }
        let batch = Array(state.wanted[path.parent, default: []].subtracting([path]).prefix(Self.most - 1))
        state.wanted[path.parent]?.subtract(batch + [path])
        return batch
      }
      guard let others else { return nil }
      do { try fetch([path] + others, session, call) } catch let error as WebDAVError {
        // Each can still be fetched by itself, unless the server is out of reach.
        guard error.isOfRequest else {
          note([path] + others)
          throw error
        }
      }
      return try take(path, session)
    }
  }

  /// Takes a card that is here, unless the server has another version by now.
  private func take(_ path: RemotePath, _ session: Session) throws -> Fetch.Fetched? {
    guard let card = state.withLock({ $0.fetched.removeValue(forKey: path) }) else { return nil }
    guard session.tree.entry(path).map(card.entry.hasContents) ?? true else {
      unlink(card.url.path)
      return nil
    }
    return Fetch.Fetched(url: card.url, item: try session.item(card.entry), part: 0..<card.length)
  }

  private func fetch(_ paths: [RemotePath], _ session: Session, _ call: Call) throws {
    try session.server.cards(paths, call.cancellation) { entry, bytes in
      let url = try session.withNewFile { file in
        guard bytes.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == bytes.count else {
          throw CocoaError(errno == ENOSPC ? .fileWriteOutOfSpace : .fileWriteUnknown)
        }
      }.url
      let former = state.withLock {
        $0.fetched.updateValue(Fetched(url: url, entry: entry, length: Int64(bytes.count)), forKey: entry.path)
      }
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
