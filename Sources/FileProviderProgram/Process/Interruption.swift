import CLinux
import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// `SIGINT`, `SIGTERM` and `SIGHUP`, as a flag and a byte in a pipe that wakes sleeping threads; and `SIGTSTP` (Ctrl-Z), which stops the process
/// between two changes of a store.
///
/// The signals are blocked in every thread but one, which waits for them: nothing runs in a signal handler.
package enum Interruption {
  private static let signalNumber = Atomic<Int32>(0)
  private static let actions = Mutex<[Handler<Void, Void>]>([])

  /// Whether a signal has arrived since `watch`.
  package static var hasCome: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  /// Begins to watch. Called before other threads are started, since they inherit the mask.
  ///
  /// - Parameter action: Called on the watching thread at each signal, and at once if one has arrived. So it may be called twice for one signal.
  package static func watch(_ action: @escaping @Sendable () -> Void = {}) {
    actions.withLock { $0.append(Handler(action)) }
    if hasCome { action() }
    guard isFirst.exchange(false, ordering: .relaxed) else { return }
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    NativeThread.start(name: "signals", stackSize: NativeThread.stackOfOthers) {
      while true {
        var signals = Self.signals
        var number: Int32 = 0
        guard sigwait(&signals, &number) == 0 else { continue }
        if number == SIGTSTP {
          suspending()
          continue
        }
        // A second one ends the process at once, because the first may have met something that waits for ever.
        if signalNumber.exchange(number, ordering: .relaxed) != 0 && number == SIGINT {
          _exit(ExitStatus.interrupted.rawValue)
        }
        for action in actions.withLock({ $0 }) { action() }
      }
    }
  }

  /// What is done at `SIGTSTP`.
  private static let suspending = Handler<Void, Void> { suspend() }

  /// Has something else done at `SIGTSTP`, which then calls `suspend`.
  ///
  /// - Parameter action: Called on the watching thread. `nil` for nothing else.
  package static func whenSuspended(_ action: (@Sendable () -> Void)?) {
    suspending.set(action ?? { suspend() })
  }

  /// Stops the process as Ctrl-Z does; returns when it continues. It first finishes a change under way, for which others would wait.
  package static func suspend() {
    ItemStore.betweenChanges(patience: .seconds(2)) {
      var signal = sigset_t()
      sigemptyset(&signal)
      sigaddset(&signal, SIGTSTP)
      pthread_sigmask(SIG_UNBLOCK, &signal, nil)
      // To this thread: another one may be waiting for the signal.
      pthread_kill(pthread_self(), SIGTSTP)
      pthread_sigmask(SIG_BLOCK, &signal, nil)
    }
  }

  private static let isFirst = Atomic<Bool>(true)

  /// Whether signals are watched; if not, they end the process.
  package static var isWatched: Bool { !isFirst.load(ordering: .relaxed) }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP] { sigaddset(&set, number) }
    return set
  }
}
