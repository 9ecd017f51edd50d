import FileProviderStore
import LinuxSystem

/// What the pushing thread has been asked for, and what its calls are at.
struct PushRequests {
  private(set) var isStopped = false
  /// How many threads work for it that have not ended.
  var threads = 0
  /// Something may have changed here, or a call has ended.
  private var isRequested = false
  /// Whether what was refused, or failed, may be tried again.
  private(set) var retries = false
  /// Whether what has just changed is sent without waiting for quiet.
  private(set) var hurries = false
  private(set) var calls = 0
  private(set) var uploads = 0
  private var number: UInt64 = 0
  /// While the provider cannot be reached nothing is sent.
  var pause: Deadline?
  /// How many calls in a row found the provider out of reach.
  var failures = 0

  /// The documents whose contents were sent and answered: their copies are removed in the next transaction.
  private(set) var sentContents: [PushCall] = []
  /// When what may be sent is searched for something besides uploads, while none may begin.
  var searches = SearchPace()

  var hasSentContents: Bool { !sentContents.isEmpty }

  mutating func noteSentContents(of call: PushCall) { sentContents.append(call) }

  /// Forgets those that were noted first: their copies are removed.
  mutating func forgetSentContents(_ count: Int) { sentContents.removeFirst(count) }

  /// The folders that are listed because their items have got other identifiers.
  var relistings = Relistings()

  /// Whether calls are under way, are planned, or are to be planned at once.
  var isBusy: Bool { isRequested || isPlanning || calls > 0 }
  private var isPlanning = false

  struct Round {
    var retries: Bool
    var hurries: Bool
  }

  mutating func request(retries: Bool = false, hurries: Bool = false) {
    isRequested = true
    if retries {
      self.retries = true
      pause = nil
    }
    if hurries {
      self.hurries = true
      hurry = .after(Self.longestHurry)
    }
  }

  /// The provider answers again.
  mutating func endPause() {
    isRequested = true
    pause = nil
  }

  /// Somebody waits for uploads, or may: no turns are taken.
  var isInHurry: Bool { hurry?.hasPassed == false }
  private var hurry: Deadline?
  private static let longestHurry = Duration.seconds(300)

  /// Begins the next round, if one is due.
  mutating func next() -> Round? {
    guard isRequested else { return nil }
    isPlanning = true
    defer { (isRequested, retries, hurries) = (false, false, false) }
    return Round(retries: retries, hurries: hurries)
  }

  /// Ends a round, whose calls have begun.
  mutating func endRound() { isPlanning = false }

  /// The pause in which nothing is sent, unless it is over.
  mutating func remainingPause() -> Deadline? {
    if let pause, pause.hasPassed { self.pause = nil }
    return pause
  }

  /// - Returns: The number of the call.
  mutating func begin(upload: Bool) -> UInt64 {
    calls += 1
    if upload { uploads += 1 }
    number += 1
    return number
  }

  mutating func end(upload: Bool) {
    calls -= 1
    if upload { uploads -= 1 }
    isRequested = true
  }

  /// Has the thread look again.
  ///
  /// - Parameter pause: When to try again; `nil` where it was listed.
  mutating func endRelisting(of folder: ItemID, pause: Duration?) {
    relistings.end(folder, pause: pause)
    isRequested = true
  }

  /// Whether what could not be written is being asked for, and from when on it may be again.
  private var asksForStaleItems = false
  private var staleDue = Deadline.never
  /// How often in a row the provider could not be asked, or refused all answers, or none could be written.
  private var staleFailures = 0

  /// What came of asking for what could not be written.
  enum Asking {
    case answered
    /// No answer can be written before something else has come.
    case deferred
    case failed
  }

  /// What keeps an answer from being written may end at any time: that pause is at most the one after so many failures.
  private static let mostDeferrals = 5
  /// The last identifier that was asked for: many that are refused do not keep the others from being asked for. It may go with the process.
  var lastStale = ""

  /// Begins to ask for what could not be written, unless it is too early.
  ///
  /// - Returns: Whether it begins, and when to look again.
  mutating func beginAsking(isDue: Bool, pause: Duration) -> (begins: Bool, next: Deadline) {
    if asksForStaleItems { return (false, .after(pause)) }
    guard isDue || staleDue == .never || staleDue.hasPassed else { return (false, staleDue) }
    asksForStaleItems = true
    staleDue = .after(pause)
    return (true, staleDue)
  }

  /// - Parameter pause: The pause after so many failures.
  mutating func endAsking(_ result: Asking, pause: (Int) -> Duration) {
    asksForStaleItems = false
    switch result {
    case .answered: staleFailures = 0
    case .deferred: staleFailures = min(staleFailures + 1, Self.mostDeferrals)
    case .failed: staleFailures += 1
    }
    if result != .answered { staleDue = max(staleDue, .after(pause(staleFailures))) }
  }

  /// What kept answers from being written is over: they are asked for at once.
  mutating func endAskingPause() {
    (staleFailures, staleDue) = (0, .never)
    isRequested = true
  }

  mutating func stop() { isStopped = true }
}
