import FileProviderInterface
import FileProviderProcess
import FileProviderReplica
import FileProviderStore
import LinuxSystem
import Logging

/// Small pictures that nobody waits for: of documents which a program wanted to make one of, and could not, since their contents are not here.
///
/// One thread asks the provider for them, some at a time, and once for each version of an item.
final class ThumbnailRequests: Sendable {
  /// A version of an item, as a place in a cache has it.
  private struct Wanted: Hashable {
    var item: ItemID
    var modified: Timestamp
    var version: [UInt8]?
    var cache: String
    var mountpoints: [String]
  }

  private struct State {
    var waiting: [Wanted] = []
    var known: Set<Wanted> = []
    var isRunning = false
    /// The provider has no pictures at all.
    var isPointless = false
    var hasTold = false
  }

  private let maker: ThumbnailMaker
  private let logger: Logger
  private let state = Monitor(State())

  private static let mostWaiting = 256
  private static let mostKnown = 10_000

  init(_ maker: ThumbnailMaker, logger: Logger) {
    self.maker = maker
    self.logger = logger
  }

  /// Notes that pictures are wanted. Never waits for the provider.
  func note(_ question: ThumbnailQuestion) {
    for item in question.items {
      guard let wanted = try? wanted(item, question) else { continue }
      let needsThread = state.withLock { state in
        guard !state.isPointless, state.waiting.count < Self.mostWaiting, !state.known.contains(wanted) else {
          return false
        }
        if state.known.count >= Self.mostKnown { state.known = [] }
        state.known.insert(wanted)
        state.waiting.append(wanted)
        defer { state.isRunning = true }
        return !state.isRunning
      }
      guard needsThread else { continue }
      let isStarted = NativeThread.start(name: "thumbnails", stackSize: NativeThread.stackOfOthers) { [self] in work() }
      if !isStarted { state.withLock { ($0.isRunning, $0.waiting, $0.known) = (false, [], []) } }
    }
  }

  private func wanted(_ item: ItemID, _ question: ThumbnailQuestion) throws(StoreError) -> Wanted? {
    try maker.store.readCommitted { (reader) throws(StoreError) in
      guard let attributes = try reader.item(item), let row = try reader.provided(item) else { return nil }
      return Wanted(
        item: item, modified: attributes.modified, version: row.contentVersion, cache: question.cache,
        mountpoints: question.mountpoints)
    }
  }

  private func work() {
    while let some = next() { make(some) }
  }

  /// The next that go into one question; `nil` when there are none, and then this thread ends.
  private func next() -> [Wanted]? {
    state.withLock { state in
      guard let first = state.waiting.first else {
        state.isRunning = false
        return nil
      }
      let alike = state.waiting.filter { $0.cache == first.cache && $0.mountpoints == first.mountpoints }
      let some = alike.prefix(ThumbnailQuestion.mostItems)
      state.waiting.removeAll { some.contains($0) }
      return Array(some)
    }
  }

  private func make(_ wanted: [Wanted]) {
    let question = ThumbnailQuestion(
      wanted.map(\.item), side: ThumbnailSize.large.side, cache: wanted[0].cache, mountpoints: wanted[0].mountpoints)
    do {
      let outcome = try maker.make(question)
      for case .failed(let reason) in outcome.results { tell(reason) }
    } catch {
      let isPointless = ProviderErrorPolicy(error).reaction == .hide
      state.withLock { state in
        if isPointless { (state.isPointless, state.waiting) = (true, []) }
        // Any other error may be over when somebody looks again.
        state.known.subtract(wanted)
      }
      if !isPointless { tell("\(SentError(error).description)") }
    }
  }

  /// Says once why a picture is missing; the others are likely to be so, too.
  private func tell(_ reason: String) {
    let isFirst = state.withLock { state in
      defer { state.hasTold = true }
      return !state.hasTold
    }
    guard isFirst else { return }
    logger.notice("a thumbnail is missing in the cache: \(reason); others may be, which is not said again")
  }
}
