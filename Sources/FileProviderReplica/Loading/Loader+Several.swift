import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Synchronization

/// Loading much at once, for the replica itself.
extension Loader {
  /// Lists some containers, as many at once as may be, and waits for all of them. A failure is reported, unless the container is gone with
  /// it.
  func list(_ containers: [ItemID], _ report: inout SynchronizationReport) {
    var containers = containers
    var (next, begun) = (0, 0)
    defer { ListingPass.forgetStarts(listings, containers) }
    var repeated: Set<ItemID> = []
    var running: ArraySlice<(container: ItemID, answer: PendingAnswer<Void>)> = []
    while true {
      // Some are called for while others are written. What a program waits for comes before all of them.
      while running.count < limits.concurrency * 4, next < containers.count {
        if next == begun {
          let some = containers[begun...].prefix(Self.begunTogether)
          // Where that fails, each listing fails by itself.
          if some.count > 1 { try? ListingPass.startTogether(listings, some, besides: loads) }
          begun = some.endIndex
        }
        let container = containers[next]
        next += 1
        let answer = PendingAnswer<Void>()
        _ = load(.listing(container), isUrgent: false) { answer.answer($0) }
        running.append((container, answer))
      }
      guard let (container, answer) = running.popFirst() else { return }
      do {
        try answer.wait(until: .never)?.get()
        // The pass may have been under way already, and be too old to count.
        guard try isListedInPart(container), !state.containerCalls.withLock({ $0.isToBeListedLater(container) }) else {
          continue
        }
        if repeated.insert(container).inserted { containers.append(container) }
      } catch {
        guard let identifier = identifierIfPresent(container) else { continue }
        report.failures.append(.init(container: identifier, error: error))
      }
    }
  }

  /// So many listings begin in one transaction.
  private static let begunTogether = 256

  private func isListedInPart(_ container: ItemID) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).listing(of: container)?.isComplete == false
    }
  }

  private func identifierIfPresent(_ container: ItemID) -> NSFileProviderItemIdentifier? {
    try? store.readCommitted { (reader) throws(StoreError) in
      if container == .trash, try !TreeReader(reader).supportsTrash() { return nil }
      // One that is noted as gone is no failure.
      if try ProvidedReader(reader).isHeld(container) { return nil }
      return try ProvidedReader(reader).providerIdentifier(of: container)
    }
  }

  /// Downloads or lists what is missing of some items, and waits for it. No program does.
  func loadMissing(_ items: [ItemAttributes]) -> Bool {
    var isComplete = true
    var running: [(ticket: SourceTicket, answer: PendingAnswer<Void>)] = []
    func waitForFirst() {
      let (ticket, answer) = running.removeFirst()
      if case .failure? = answer.wait(until: .never) { isComplete = false }
      unawaited.withLock { _ = $0.remove(ticket.number) }
    }
    for item in items where item.flags.contains(item.isFolder ? .unlisted : .dataless) {
      guard !state.isRestrained, state.latches.withLock({ $0.error(for: item.id) }) == nil else {
        isComplete = false
        continue
      }
      if running.count == max(1, limits.downloads / 2) { waitForFirst() }
      let answer = PendingAnswer<Void>()
      let ticket = load(item.isFolder ? .listing(item.id) : .contents(item.id), isUrgent: false) { answer.answer($0) }
      unawaited.withLock { _ = $0.insert(ticket.number) }
      // It may have been too late for `withdrawUnawaited`.
      if state.isRestrained { withdraw(ticket) }
      running.append((ticket, answer))
    }
    while !running.isEmpty { waitForFirst() }
    return isComplete
  }

  /// Ends what the replica downloads by itself, unless a program waits for it by now.
  func withdrawUnawaited() {
    for number in unawaited.withLock({ $0 }) { withdraw(SourceTicket(number: number)) }
  }
}
