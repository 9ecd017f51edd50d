import FileProviderStore

/// Which requests wait for what, which are due, and which calls of the source run: the state of `ParkedRequests`, without threads and clocks.
///
/// Requests for one thing share one call. A call that outlives its requests goes on and is joined by the next request for the same thing; one
/// that has not begun by then is forgotten.
struct SourceWaiting {
  private struct Waiting {
    let request: ParkedRequest
    let need: SourceNeed
    let deadline: UInt64
  }

  private var waiting: [UInt64: Waiting] = [:]
  /// The numbers of the requests that wait for something.
  private var numbers: [SourceSubject: Set<UInt64>] = [:]
  private var due: ArraySlice<(request: ParkedRequest, answer: SourceAnswer)> = []
  private var queues = [SourceSubject.Queue: CallQueue]()
  /// A lower bound of all deadlines.
  private var earliest = UInt64.max
  private var isOver = false

  /// The most requests that wait; each has some hundred bytes.
  static let limit = 16_384

  enum Parking {
    case refused, parked
    /// A thread is needed that makes the calls of the subject's queue.
    case parkedWithCall
  }

  var count: Int { waiting.count }

  /// When the reading thread has to look: 0 for at once, `.max` for never.
  var attentionTime: UInt64 {
    if !due.isEmpty { return 0 }
    return waiting.isEmpty ? .max : earliest
  }

  /// Adds a request that waits.
  mutating func park(_ request: ParkedRequest, for need: SourceNeed, until deadline: UInt64) -> Parking {
    let subject = need.subject
    guard !isOver, waiting.count < Self.limit else { return .refused }
    waiting[request.number] = Waiting(request: request, need: need, deadline: deadline)
    numbers[subject, default: []].insert(request.number)
    earliest = waiting.count == 1 ? deadline : min(earliest, deadline)
    return queues[subject.queue, default: CallQueue()].add(subject) ? .parkedWithCall : .parked
  }

  /// - Returns: Whether the request waited, or was due.
  mutating func remove(_ number: UInt64) -> Bool {
    if take(number) != nil { return true }
    guard let index = due.firstIndex(where: { $0.request.number == number }) else { return false }
    due.remove(at: index)
    return true
  }

  /// Removes and returns the next request that is to be answered.
  mutating func takeDue(at now: UInt64) -> (request: ParkedRequest, answer: SourceAnswer)? {
    if due.isEmpty && now >= earliest { expire(at: now) }
    return due.popFirst()
  }

  /// Removes and returns all requests.
  mutating func close() -> [ParkedRequest] {
    let all = waiting.values.map(\.request) + due.map(\.request)
    self = SourceWaiting()
    isOver = true
    return all
  }

  private mutating func expire(at now: UInt64) {
    earliest = .max
    for (number, entry) in waiting {
      if entry.deadline <= now {
        makeDue(number, .inputOutput)
      } else {
        earliest = min(earliest, entry.deadline)
      }
    }
  }

  private mutating func makeDue(_ number: UInt64, _ failure: ErrorNumber?) {
    guard let entry = take(number) else { return }
    let answer = SourceAnswer(
      subject: entry.need.subject, failure: failure, announcedSize: entry.need.announcedSize)
    due.append((entry.request, answer))
  }

  private mutating func take(_ number: UInt64) -> Waiting? {
    guard let entry = waiting.removeValue(forKey: number) else { return nil }
    let subject = entry.need.subject
    numbers[subject]?.remove(number)
    if numbers[subject]?.isEmpty == true {
      numbers[subject] = nil
      queues[subject.queue]?.forget(subject)
    }
    return entry
  }

  // MARK: Calls

  /// The next call of a queue; `nil` when the thread that asks is not needed any more.
  mutating func nextCall(in queue: SourceSubject.Queue) -> SourceSubject? {
    queues[queue, default: CallQueue()].next()
  }

  /// Notes that a call has ended: what waits for it is due.
  ///
  /// - Parameter failure: The source's error, if it failed.
  mutating func finish(_ subject: SourceSubject, failure: ErrorNumber?) {
    queues[subject.queue]?.end(subject)
    for number in (numbers[subject] ?? []).sorted() { makeDue(number, failure) }
  }
}

/// The calls of one kind: some run, each on a thread, and the others wait for one of those threads.
private struct CallQueue {
  private var running: Set<SourceSubject> = []
  private var wanted: Set<SourceSubject> = []
  /// The subjects of `wanted` in their order, and some that were forgotten.
  private var order: ArraySlice<SourceSubject> = []
  private var threads = 0

  /// A source that never answers must not use up the process's threads.
  private static let limit = 64

  /// - Returns: Whether another thread is needed.
  mutating func add(_ subject: SourceSubject) -> Bool {
    guard !running.contains(subject), wanted.insert(subject).inserted else { return false }
    order.append(subject)
    guard threads < Self.limit else { return false }
    threads += 1
    return true
  }

  mutating func next() -> SourceSubject? {
    while let subject = order.popFirst() {
      guard wanted.remove(subject) != nil else { continue }
      running.insert(subject)
      return subject
    }
    threads = max(0, threads - 1)
    return nil
  }

  mutating func end(_ subject: SourceSubject) { running.remove(subject) }

  mutating func forget(_ subject: SourceSubject) { wanted.remove(subject) }
}
