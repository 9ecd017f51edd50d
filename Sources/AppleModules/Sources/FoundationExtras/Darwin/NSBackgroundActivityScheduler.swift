public import Foundation
import Synchronization

/// Runs something now and then while the process lives.
///
/// It runs at its time, in which the tolerance lets the kernel join it with other timers: nothing on Linux tells a good time for what can wait.
///
/// Apple: Foundation / `NSBackgroundActivityScheduler`.
open class NSBackgroundActivityScheduler: NSObject, @unchecked Sendable {  // All that changes is in the mutex.
  /// How a run ended.
  public enum Result: Int, Sendable {
    /// It did what it had to do.
    case finished = 1
    /// It wants to be run again soon.
    case deferred = 2
  }

  /// Called by what runs when it has ended.
  public typealias CompletionHandler = @Sendable (Result) -> Void

  private typealias Block = @Sendable (@escaping CompletionHandler) -> Void

  private struct Setting {
    var service = QualityOfService.background
    var repeats = false
    var interval: TimeInterval = 0
    /// Half of the interval when nobody said.
    var tolerance: TimeInterval?
    var block: Block?
    var timer: (any DispatchSourceTimer)?
    /// Counts what was scheduled, so that a run that was given up changes nothing.
    var turn = 0
  }

  /// Who it is.
  public let identifier: String
  private let setting = Mutex(Setting())

  /// - Parameter identifier: Who it is, such as `org.example.provider.refresh`.
  public init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  deinit { invalidate() }

  /// How urgent it is.
  open var qualityOfService: QualityOfService {
    get { setting.withLock(\.service) }
    set(value) { setting.withLock { $0.service = value } }
  }

  /// Whether it is run again and again.
  open var repeats: Bool {
    get { setting.withLock(\.repeats) }
    set(value) { setting.withLock { $0.repeats = value } }
  }

  /// How long it is from one run to the next, or to the only one, in seconds.
  open var interval: TimeInterval {
    get { setting.withLock(\.interval) }
    set(value) { setting.withLock { $0.interval = value } }
  }

  /// How much later it may be, in seconds.
  open var tolerance: TimeInterval {
    get { setting.withLock { $0.tolerance ?? $0.interval / 2 } }
    set(value) { setting.withLock { $0.tolerance = value } }
  }

  /// False: nobody asks it to wait.
  open var shouldDefer: Bool { false }

  /// Begins. What was scheduled before is given up.
  ///
  /// - Parameter block: Runs in the background, and calls its argument when it has ended; only then the time to the next run begins.
  open func schedule(_ block: @escaping @Sendable (_ completion: @escaping CompletionHandler) -> Void) {
    _ = self.setting.withLock { setting -> Block? in
      defer {
        setting.block = block
        wait(&setting, setting.interval)
      }
      return given(up: &setting)
    }
  }

  /// Ends it. What runs goes on.
  open func invalidate() {
    _ = setting.withLock { given(up: &$0) }
  }

  /// Gives up what was scheduled.
  ///
  /// - Returns: What the caller lets go of without the lock: an object that goes with it may call the scheduler.
  private func given(up setting: inout Setting) -> Block? {
    setting.turn += 1
    setting.timer?.cancel()
    setting.timer = nil
    return setting.block.take()
  }

  private func wait(_ setting: inout Setting, _ time: TimeInterval) {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: setting.service.queue))
    let leeway = max(setting.tolerance ?? setting.interval / 2, 0)
    timer.schedule(deadline: .now() + max(time, 0), leeway: .milliseconds(Int(min(leeway, 1e6) * 1000)))
    timer.setEventHandler { [weak self, turn = setting.turn] in self?.run(turn) }
    setting.timer = timer
    timer.activate()
  }

  /// Runs what was scheduled in a turn. The timer of an earlier one may have fired before it was cancelled.
  func run(_ turn: Int) {
    let block: Block? = setting.withLock {
      guard $0.turn == turn else { return nil }
      $0.timer = nil
      return $0.block
    }
    block? { [weak self] result in self?.ended(turn, result) }
  }

  private func ended(_ turn: Int, _ result: Result) {
    // What is not run again is let go of without the lock.
    _ = self.setting.withLock { setting -> Block? in
      guard setting.turn == turn, setting.block != nil, setting.timer == nil else { return nil }
      switch result {
      // Soon is a tenth of the time.
      case .deferred: wait(&setting, setting.interval / 10)
      case .finished where setting.repeats: wait(&setting, setting.interval)
      case .finished: return setting.block.take()
      }
      return nil
    }
  }
}

extension QualityOfService {
  fileprivate var queue: DispatchQoS.QoSClass {
    switch self {
    case .userInteractive: .userInteractive
    case .userInitiated: .userInitiated
    case .utility: .utility
    case .background: .background
    default: .default
    }
  }
}
