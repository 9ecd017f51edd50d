import FileProviderInterface
import Glibc
import LinuxSystem
import Synchronization

/// An enumerator with faults: it asks that of a ``MemoryProvider``, and spoils the answer.
final class ScriptedEnumerator: NSObject, NSFileProviderEnumerator, @unchecked Sendable {
  // Sendable: all that is stored is constant, and the enumerator of a `MemoryProvider` may be called from any thread.
  private let base: any NSFileProviderEnumerator
  private let container: String
  private let faults: FaultPlan
  /// Keeps what is to be done when the answers that are held are given.
  private let hold: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// What is to be answered when this is invalidated.
  private let rest = Mutex<[Handler<Void, Void>]>([])

  init(
    _ base: any NSFileProviderEnumerator, container: String, faults: FaultPlan,
    hold: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.base = base
    self.container = container
    self.faults = faults
    self.hold = hold
    super.init()
  }

  func invalidate() {
    base.invalidate()
    let rest = rest.withLock { rest in
      defer { rest = [] }
      return rest
    }
    for answer in rest { answer() }
  }

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    let fault = faults.next(.page, of: container)
    fault?.block()
    guard let fault else { return base.enumerateItems(for: observer, startingAt: page) }
    nonisolated(unsafe) let (observer, base) = (observer, base)
    if fault.effect == .waiting { return hold { base.enumerateItems(for: observer, startingAt: page) } }
    let size = fault.effect == .whole ? Int.max : observer.suggestedPageSize
    let answer = RecordingEnumerationObserver(suggestedPageSize: size)
    base.enumerateItems(
      for: answer,
      startingAt: fault.effect == .endless || fault.effect == .growing
        ? NSFileProviderPage.initialPageSortedByName as NSFileProviderPage : page)
    func play() { answer.play(to: observer) }
    switch fault.effect {
    case .never: return
    case .error:
      observer.didEnumerate(Array(answer.items.prefix(answer.items.count / 2)))
      observer.finishEnumeratingWithError(fault.error)
    case .twice:
      play()
      play()
    case .late: fault.later { answer.play(to: observer) }
    case .afterInvalidate: rest.withLock { $0.append(Handler { answer.play(to: observer) }) }
    case .exit: _exit(1)
    case .endless, .growing:
      let number = faults.count(.page, of: container)
      let new = MemoryItemObject(MemoryItem("new \(number)", in: container))
      observer.didEnumerate(fault.effect == .growing ? [new] : answer.items)
      observer.finishEnumerating(upTo: NSFileProviderPage(Data("page \(number)".utf8)))
    case .itself:
      observer.didEnumerate(answer.items + [MemoryItemObject(.folder(container, in: container))])
      answer.playEnd(to: observer)
    case .loop:
      observer.didEnumerate(answer.items)
      observer.finishEnumerating(upTo: page)
    case .longToken:
      observer.didEnumerate(answer.items)
      observer.finishEnumerating(upTo: NSFileProviderPage(Data(repeating: 1, count: 501)))
    case .flood:
      let item = MemoryItemObject(MemoryItem("flood", in: container))
      observer.didEnumerate(Array(repeating: item, count: (observer.suggestedPageSize ?? 1) * 100 + 1))
      observer.finishEnumerating(upTo: nil)
    case .wrongParent:
      observer.didEnumerate(answer.items.map { spoiled($0, parent: fault.text ?? "nowhere") })
      answer.playEnd(to: observer)
    default: play()
    }
  }

  private func spoiled(_ item: any NSFileProviderItem, parent: String) -> any NSFileProviderItem {
    guard var value = (item as? MemoryItemObject)?.item else { return item }
    value.parent = parent
    return MemoryItemObject(value)
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    let fault = faults.next(.anchor, of: container)
    fault?.block()
    switch fault?.effect {
    case .never: return
    case .nothing, .error: completionHandler(nil)
    case .longToken: completionHandler(NSFileProviderSyncAnchor(Data(repeating: 1, count: 501)))
    case .twice:
      base.currentSyncAnchor(completionHandler: completionHandler)
      base.currentSyncAnchor(completionHandler: completionHandler)
    default: base.currentSyncAnchor(completionHandler: completionHandler)
    }
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor) {
    let fault = faults.next(.changes, of: container)
    fault?.block()
    nonisolated(unsafe) let (observer, base) = (observer, base)
    switch fault?.effect {
    case .never: return
    case .late: fault?.later { base.enumerateChanges(for: observer, from: syncAnchor) }
    case .afterInvalidate:
      rest.withLock { $0.append(Handler { base.enumerateChanges(for: observer, from: syncAnchor) }) }
    case .exit: _exit(1)
    case .whole:
      let answer = RecordingChangeObserver(suggestedBatchSize: .max)
      base.enumerateChanges(for: answer, from: syncAnchor)
      answer.play(to: observer)
    case .held:
      let answer = RecordingChangeObserver(suggestedBatchSize: observer.suggestedBatchSize)
      base.enumerateChanges(for: answer, from: syncAnchor)
      hold { answer.play(to: observer) }
    case .error: if let fault { observer.finishEnumeratingWithError(fault.error) }
    case .loop: observer.finishEnumeratingChanges(upTo: syncAnchor, moreComing: true)
    case .longToken:
      observer.finishEnumeratingChanges(
        upTo: NSFileProviderSyncAnchor(Data(repeating: 1, count: 501)), moreComing: false)
    case .twice:
      base.enumerateChanges(for: observer, from: syncAnchor)
      base.enumerateChanges(for: observer, from: syncAnchor)
    default: base.enumerateChanges(for: observer, from: syncAnchor)
    }
  }
}
