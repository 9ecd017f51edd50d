import FileProviderInterface
package import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import LinuxSystem
package import Logging

/// Thumbnails made in the background: for documents that a thumbnailer could not read, since their contents are not downloaded.
///
/// One thread asks the provider for them, some at a time, and once for each version of an item.
package final class ThumbnailRequests: Sendable {
  /// A version of an item, as a place in a cache has it.
  private struct Wanted: Hashable {
    var item: ItemID
    var modified: Timestamp
    var version: [UInt8]?
    var cache: String
    var mountpoints: [String]
  }

  private struct State {
    var backlog = ThumbnailBacklog<Wanted>()
    var isRunning = false
    /// The provider has no pictures at all.
    var isPointless = false
    var hasReported = false
  }

  private let maker: ThumbnailMaker
  private let logger: Logger
  private let state = Monitor(State())

  package init(_ maker: ThumbnailMaker, logger: Logger) {
    self.maker = maker
    self.logger = logger
  }

  /// Requests pictures. Never waits for the provider.
  package func note(_ question: ThumbnailQuestion) {
    for item in question.items {
      guard let wanted = try? wanted(item, question) else { continue }
      let needsThread = state.withLock { state in
        guard !state.isPointless, state.backlog.add(wanted) else { return false }
        defer { state.isRunning = true }
        return !state.isRunning
      }
      guard needsThread else { continue }
      let isStarted = NativeThread.start(name: "thumbnails", stackSize: NativeThread.stackOfOthers) { [self] in work() }
      if !isStarted { state.withLock { ($0.isRunning, $0.backlog) = (false, ThumbnailBacklog()) } }
    }
  }

  private func wanted(_ item: ItemID, _ question: ThumbnailQuestion) throws(StoreError) -> Wanted? {
    try maker.store.readCommitted { (reader) throws(StoreError) in
      guard let attributes = try reader.item(item), let row = try ProvidedReader(reader).provided(item) else {
        return nil
      }
      return Wanted(
        item: item, modified: attributes.modified, version: row.contentVersion, cache: question.cache,
        mountpoints: question.mountpoints)
    }
  }

  private func work() {
    while let some = next() { make(some) }
  }

  /// The next items for one question; `nil` when there are none, which ends this thread.
  private func next() -> [Wanted]? {
    state.withLock { state in
      let some = state.backlog.next(atMost: ThumbnailQuestion.mostItems) {
        $0.cache == $1.cache && $0.mountpoints == $1.mountpoints
      }
      if some.isEmpty { state.isRunning = false }
      return some.isEmpty ? nil : some
    }
  }

  private func make(_ wanted: [Wanted]) {
    let question = ThumbnailQuestion(
      wanted.map(\.item), side: ThumbnailSize.large.side, cache: wanted[0].cache, mountpoints: wanted[0].mountpoints)
    do {
      let attempts = try maker.attempts(question)
      let passing = zip(wanted, attempts).filter(\.1.mayPass).map(\.0)
      state.withLock { $0.backlog.forget(passing) }
      for attempt in attempts {
        if case .failed(let reason) = attempt.result { report(reason) }
      }
    } catch {
      let isPointless = ProviderErrorPolicy(error).reaction == .hide
      state.withLock { state in
        if isPointless {
          state.isPointless = true
          state.backlog.stopWaiting()
        }
        // Any other error may be over when somebody looks again.
        state.backlog.forget(wanted)
      }
      if !isPointless { report("\(SentError(error).description)") }
    }
  }

  /// Says once why a picture is missing; the others are likely to be so, too.
  private func report(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { state.hasReported = true }
      return !state.hasReported
    }
    guard isFirst else { return }
    logger.notice("cannot cache a thumbnail: \(reason); further failures suppressed")
  }
}
