import FileProviderStore
import Foundation
import LinuxSystem
import Synchronization

/// The running calls of the source, and the requests that wait for them.
///
/// The source may take for ever; a thread that serves the mount may not, and a thousand programs that open what is not
/// here must not keep others waiting. So no thread waits in here. A call that needs something throws
/// `ErrorNumber.waiting` before it has changed anything, and its request is parked, which costs its bytes. It is due
/// when the source is done or at the request's deadline; then the reading thread answers it from its beginning, with
/// the source's answer.
package final class ParkedRequests: Sendable {
  private let source: any ContainerSource
  private let store: ItemStore
  private let listings: Listings
  private let state = Mutex(SourceWaiting())
  /// When the reading thread has to look here.
  private let attention = Atomic<UInt64>(.max)
  private let notice = Mutex<@Sendable () -> Void>({})

  /// - Parameter listings: Notes which folders are being listed.
  init(source: any ContainerSource, store: ItemStore, listings: Listings) {
    self.source = source
    self.store = store
    self.listings = listings
  }

  /// Sets what wakes the reading thread when it has to look here earlier than it knows. Called from any thread.
  package func setNotice(_ notice: @escaping @Sendable () -> Void) { self.notice.withLock { $0 = notice } }

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
    let outcome = change { $0.park(request, for: need, until: deadline) }
    if outcome == .parkedWithCall {
      NativeThread.start(name: "source", stackSize: NativeThread.stackOfOthers) { [self] in call(need.subject.queue) }
    }
    return outcome != .refused
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
    let (result, isEarlier) = state.withLock { state in
      let result = body(&state)
      let time = state.attentionTime
      return (result, attention.exchange(time, ordering: .acquiringAndReleasing) > time)
    }
    if isEarlier { notice.withLock { $0 }() }
    return result
  }

  // MARK: Calls of the source

  /// The thread of a queue's calls: makes one after another as long as there are some.
  private func call(_ queue: SourceSubject.Queue) {
    while let subject = change({ $0.nextCall(in: queue) }) {
      var failure: ErrorNumber?
      do { try call(subject) } catch { failure = ErrorNumber(provider: error) }
      change { [failure] in $0.finish(subject, failure: failure) }
    }
  }

  private func call(_ subject: SourceSubject) throws {
    switch subject {
    case .contents(let document): try source.bring(document)
    case .listing(let container):
      listings.begin(container)
      defer {
        let end = try? store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
        listings.end(container, at: end ?? .zero)
      }
      try source.list(container)
    }
  }
}
