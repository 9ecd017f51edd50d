import FoundationExtras
import Synchronization
import TestSupport
import Testing

/// Methods that notifications and timers call, which have selectors on macOS.
@Suite struct TargetTests {
  private final class Counter: NSObject, @unchecked Sendable {
    private let lock = NSLock()
    private var seen: [String] = []
    var all: [String] { lock.withLock { seen } }
    func heard(_ notification: Notification) { lock.withLock { seen.append(notification.name.rawValue) } }
    func heardOfObject(_ notification: NSNotification) {
      lock.withLock { seen.append("\(notification.name.rawValue) \(notification.userInfo?["key"] as? Int ?? 0)") }
    }
    func once() { lock.withLock { seen.append("once") } }
    func tick(_ timer: Timer) {
      once()
      timer.invalidate()
    }
  }

  private let one = Notification.Name("TargetTests.one")
  private let two = Notification.Name("TargetTests.two")

  @Test func `a method hears of what it is registered for, until it is removed`() {
    let (center, counter, other, object) = (NotificationCenter(), Counter(), Counter(), NSObject())
    center.addObserver(counter, calling: { $0.heard(_:) }, name: one, object: nil)
    center.addObserver(counter, calling: { $0.heard(_:) }, name: two, object: object)
    center.addObserver(other, calling: { $0.once }, name: one, object: nil)
    center.post(name: one, object: nil)
    center.post(name: two, object: nil)
    center.post(name: two, object: object)
    #expect(counter.all == [one.rawValue, two.rawValue] && other.all.count == 1)
    center.removeObserver(counter, name: one, object: nil)
    center.post(name: one, object: nil)
    center.post(name: two, object: object)
    #expect(counter.all.count == 3)
    NotificationCenter().removeObserver(counter)
    center.post(name: two, object: object)
    center.removeObserver(counter)
    center.post(name: two, object: object)
    #expect(counter.all.count == 4 && other.all.count == 2)
  }

  @Test func `an observer of either kind is removed, however its notifications are named`() {
    let (center, counter, heard) = (NotificationCenter(), Counter(), Counter())
    func calls(_ removal: (any NSObjectProtocol) -> Void) -> Int {
      let before = counter.all.count + heard.all.count
      center.addObserver(counter, calling: { $0.heard(_:) }, name: one, object: nil)
      let token = center.addObserver(forName: one, object: nil, queue: nil) { heard.heard($0) }
      removal(token)
      center.post(name: one, object: nil)
      let count = counter.all.count + heard.all.count - before
      center.removeObserver(counter)
      center.removeObserver(token)
      return count
    }
    #expect(calls { _ in } == 2)
    #expect(calls { center.removeObserver($0) } == 1)
    #expect(calls { center.removeObserver($0 as Any) } == 1)
    #expect(calls { center.removeObserver($0, name: one, object: nil) } == 1)
    #expect(calls { _ in center.removeObserver(counter) } == 1)
    #expect(calls { _ in center.removeObserver(counter, name: nil, object: nil) } == 1)
    #expect(calls { _ in center.removeObserver(counter, name: .init("TargetTests.one"), object: nil) } == 1)
    #expect(calls { _ in center.removeObserver(counter, name: two, object: nil) } == 2)
  }

  @Test func `a method may take its notification as an object`() {
    let (center, counter) = (NotificationCenter(), Counter())
    center.addObserver(counter, calling: { $0.heardOfObject(_:) }, name: one, object: nil)
    center.post(name: one, object: nil, userInfo: ["key": 7])
    center.removeObserver(counter)
    center.post(name: one, object: nil)
    #expect(counter.all == ["\(one.rawValue) 7"])
  }

  @Test func `who hears of notifications is not kept`() {
    let center = NotificationCenter()
    weak var gone: Counter?
    do {
      let counter = Counter()
      center.addObserver(counter, calling: { $0.heard(_:) }, name: one, object: nil)
      gone = counter
    }
    center.post(name: one, object: nil)
    #expect(gone == nil)
  }

  /// Hears of nothing, and removes itself when it goes.
  private final class Leaving: Sendable {
    private let center: NotificationCenter

    init(_ center: NotificationCenter, _ name: Notification.Name) {
      self.center = center
      center.addObserver(self, calling: { $0.heard }, name: name, object: nil)
    }

    func heard() {}
    deinit { center.removeObserver(self) }
  }

  @Test func `of who removes itself when it goes nothing is kept, its center neither`() {
    weak var gone: NotificationCenter?
    do {
      let center = NotificationCenter()
      _ = Leaving(center, one)
      gone = center
    }
    #expect(gone == nil)
  }

  @Test func `who goes while others are looked through removes itself`() {
    let (center, other) = (NotificationCenter(), Counter())
    let isOver = Mutex(false)
    let (begun, looking) = (DispatchSemaphore(value: 0), DispatchGroup())
    for _ in 0..<2 {
      looking.enter()
      Thread.detachNewThread {
        begun.signal()
        while !isOver.withLock({ $0 }) { center.removeObserver(other) }
        looking.leave()
      }
      begun.wait()
    }
    for _ in 0..<20_000 { _ = Leaving(center, one) }
    isOver.withLock { $0 = true }
    looking.wait()
  }

  @Test func `a timer calls its target`() {
    let counter = Counter()
    let timer = Timer.scheduledTimer(
      timeInterval: 0.001, target: counter, calling: { $0.tick(_:) }, userInfo: nil, repeats: true)
    let plain = Timer(timeInterval: 0.001, target: counter, calling: { $0.once }, userInfo: nil, repeats: false)
    RunLoop.current.add(plain, forMode: .default)
    let last = Timer.scheduledTimer(
      timeInterval: 0.001, target: counter, calling: { $0.once }, userInfo: nil, repeats: false)
    while timer.isValid || plain.isValid || last.isValid {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    }
    #expect(counter.all == ["once", "once", "once"])
  }
}
