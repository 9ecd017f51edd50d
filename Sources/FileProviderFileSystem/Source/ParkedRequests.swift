import FileProviderStore
import Foundation
import LinuxSystem
import Synchronization

/// The requests that wait for the source.
///
/// The source may take for ever; a thread that serves the mount may not, and a thousand programs that open what is not
/// here must not keep others waiting. So no thread waits in here. A call that needs something throws
/// `ErrorNumber.waiting` before it has changed anything, and its request is parked, which costs its bytes. It is due
/// when the source is done or at the request's deadline; then the reading thread answers it from its beginning, with
/// the source's answer.
///
/// Each parking is a question of its own: the source finds out which of them are for the same thing.
package final class ParkedRequests: Sendable {
  private let source: any ContainerSource
  private let store: ItemStore
  private let listings: Listings
  private let state = Mutex(SourceWaiting())
  /// When the reading thread has to look here.
  private let attention = Atomic<UInt64>(.max)
  private let notice = Handler<Void, Void> {}

  /// - Parameter listings: Notes which folders are being listed.
  init(source: any ContainerSource, store: ItemStore, listings: Listings) {
    self.source = source
    self.store = store
    self.listings = listings
  }

  /// Sets what wakes the reading thread when it has to look here earlier than it knows. Called from any thread.
  package func setNotice(_ notice: @escaping @Sendable () -> Void) { self.notice.set(notice) }

  /// How many requests wait.
  package var count: Int { state.withLock { $0.count } }

  /// When the reading thread has to look here: 0 for at once, else in nanoseconds of the monotonic clock; `.max` for
  /// never.
  @inline(__always) package var attentionTime: UInt64 { attention.load(ordering: .acquiring) }

  // MARK: Requests

  /// Parks a request.
  ///
  /// - Returns: False when too many wait, or the mount is ending.
  package func park(_ request: ParkedRequest, for need: SourceNeed) -> Bool {
    let deadline = MonotonicClock.now + UInt64(need.seconds) * 1_000_000_000
    guard let parking = change({ $0.park(request, for: need, until: deadline) }) else { return false }
    let ticket = begin(need) { [weak self] failure in self?.change { $0.finish(parking, failure: failure) } }
    change { $0.note(ticket, for: parking) }
    return true
  }

  /// Removes a request whose program has given up.
  ///
  /// - Returns: Whether it waited here: then nothing else answers it.
  package func interrupt(_ number: UInt64) -> Bool { change { $0.remove(number) } }

  /// Removes and returns a request that is to be answered now, with the source's answer.
  package func takeDue() -> (request: ParkedRequest, answer: SourceAnswer)? {
    let now = MonotonicClock.now
    return change { $0.takeDue(at: now) }
  }

  /// Removes and returns all requests, and parks no more: the mount is ending.
  package func close() -> [ParkedRequest] {
    setNotice({})
    return change { $0.close() }
  }

  /// Changes the state, and wakes the reading thread if it has to look here earlier than it knew.
  private func change<Result: Sendable>(_ body: (inout SourceWaiting) -> Result) -> Result {
    let (result, isEarlier, unwanted) = state.withLock { state in
      let result = body(&state)
      let time = state.attentionTime
      return (result, attention.exchange(time, ordering: .acquiringAndReleasing) > time, state.takeUnwanted())
    }
    if isEarlier { notice() }
    for ticket in unwanted { source.withdraw(ticket) }
    return result
  }

  // MARK: Questions to the source

  /// Asks the source, and notes a listing for as long as it runs, whether or not a request still waits for it.
  private func begin(
    _ need: SourceNeed, whenDone: @escaping @Sendable (ErrorNumber?) -> Void
  ) -> SourceTicket {
    guard case .listing(let container) = need.subject else {
      return source.begin(need.subject, for: need.asker) { whenDone(Self.failure($0)) }
    }
    listings.begin(container)
    return source.begin(need.subject, for: need.asker) { [listings, store] result in
      let end = try? store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
      listings.end(container, at: end ?? .zero)
      whenDone(Self.failure(result))
    }
  }

  private static func failure(_ result: Result<Void, any Error>) -> ErrorNumber? {
    if case .failure(let error) = result { ErrorNumber(provider: error) } else { nil }
  }
}
