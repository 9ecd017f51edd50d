import FileProviderStore

/// Which requests wait for an answer of the source, and which are due: the state of `ParkedRequests`, without threads and clocks.
struct SourceWaiting {
  /// One parking of a request. The kernel may send a number again, and a request that was answered may have to wait once more.
  struct Parking: Hashable, Sendable {
    fileprivate let request: UInt64
    fileprivate let turn: UInt64
  }

  private struct Waiting {
    let request: ParkedRequest
    let need: SourceNeed
    let deadline: UInt64
    let turn: UInt64
    /// The source's token of the question, once it has returned it.
    var ticket: SourceTicket?
  }

  /// By the number of the request.
  private var waiting: [UInt64: Waiting] = [:]
  private var due: ArraySlice<(request: ParkedRequest, answer: SourceAnswer)> = []
  /// The questions to withdraw, since no request waits for them.
  private var unwanted: [SourceTicket] = []
  private var turns: UInt64 = 0
  /// A lower bound of all deadlines.
  private var earliest = UInt64.max
  private var isOver = false

  /// The most requests that wait; each has some hundred bytes.
  static let limit = 16_384

  var count: Int { waiting.count }

  /// When the reading thread has to look: 0 for at once, `.max` for never.
  var attentionTime: UInt64 {
    if !due.isEmpty { return 0 }
    return waiting.isEmpty ? .max : earliest
  }

  /// Adds a request that waits.
  ///
  /// - Returns: `nil` when too many wait, or the mount is ending.
  mutating func park(_ request: ParkedRequest, for need: SourceNeed, until deadline: UInt64) -> Parking? {
    guard !isOver, waiting.count < Self.limit else { return nil }
    turns += 1
    waiting[request.number] = Waiting(request: request, need: need, deadline: deadline, turn: turns)
    earliest = waiting.count == 1 ? deadline : min(earliest, deadline)
    return Parking(request: request.number, turn: turns)
  }

  /// Notes the source's token of a question. If the request no longer waits, the question is withdrawn.
  mutating func note(_ ticket: SourceTicket, for parking: Parking) {
    guard waiting[parking.request]?.turn == parking.turn else { return unwanted.append(ticket) }
    waiting[parking.request]?.ticket = ticket
  }

  /// Notes the source's answer: the request is due, if it still waits.
  ///
  /// - Parameter failure: The source's error, if it failed.
  mutating func finish(_ parking: Parking, failure: ErrorNumber?) {
    guard waiting[parking.request]?.turn == parking.turn else { return }
    makeDue(parking.request, failure)
  }

  /// - Returns: Whether the request waited, or was due.
  mutating func remove(_ number: UInt64) -> Bool {
    if let entry = waiting.removeValue(forKey: number) {
      if let ticket = entry.ticket { unwanted.append(ticket) }
      return true
    }
    guard let index = due.firstIndex(where: { $0.request.number == number }) else { return false }
    due.remove(at: index)
    return true
  }

  /// Removes and returns the next request that is to be answered.
  mutating func takeDue(at now: UInt64) -> (request: ParkedRequest, answer: SourceAnswer)? {
    if due.isEmpty && now >= earliest { expire(at: now) }
    return due.popFirst()
  }

  /// Removes and returns the questions that are to be withdrawn.
  mutating func takeUnwanted() -> [SourceTicket] {
    if unwanted.isEmpty { return [] }
    defer { unwanted = [] }
    return unwanted
  }

  /// Removes and returns all requests.
  mutating func close() -> [ParkedRequest] {
    let all = waiting.values.map(\.request) + due.map(\.request)
    let tickets = waiting.values.compactMap(\.ticket)
    self = SourceWaiting()
    unwanted = tickets
    isOver = true
    return all
  }

  private mutating func expire(at now: UInt64) {
    earliest = .max
    for (number, entry) in waiting {
      if entry.deadline <= now {
        makeDue(number, .inputOutput)
        if let ticket = entry.ticket { unwanted.append(ticket) }
      } else {
        earliest = min(earliest, entry.deadline)
      }
    }
  }

  private mutating func makeDue(_ number: UInt64, _ failure: ErrorNumber?) {
    guard let entry = waiting.removeValue(forKey: number) else { return }
    let answer = SourceAnswer(
      subject: entry.need.subject, failure: failure, announcedSize: entry.need.announcedSize)
    due.append((entry.request, answer))
  }
}
