import FileProviderSync

/// The questions that the provider has not answered yet, numbered in one order with what it reports meanwhile.
struct Questions {
  private var last = Moment.zero
  private var open: [Moment: Int] = [:]
  /// When the newest of what is noted in `observed` was reported.
  private var newest = Moment.zero
  /// How much was noted since something was forgotten.
  private var noted = 0
  /// The changes that are being written, and when they came.
  private var changes: (identifiers: Set<String>, reported: Moment)?
  /// When changes were last found to be lost: whatever was asked for before may be older than those.
  private var expired = Moment.zero

  /// Uses no number again that the store knows.
  mutating func goOn(after newest: Moment) {
    last = max(last, newest)
    self.newest = max(self.newest, newest)
    // Of an earlier process.
    if newest > .zero { noted = 1 }
  }

  /// The number of what happens now.
  mutating func next() -> Moment {
    last = Moment(last.rawValue + 1)
    return last
  }

  /// Notes a question. It is open until `close`, as often as it was opened.
  mutating func open(_ question: Moment) { open[question, default: 0] += 1 }

  mutating func close(_ question: Moment) {
    guard let count = open[question] else { return }
    open[question] = count > 1 ? count - 1 : nil
  }

  /// Notes that changes may have been missed: whatever is asked for has to be asked for again.
  mutating func expire() { expired = next() }

  func hasExpired(_ question: Moment) -> Bool { question < expired }

  /// Notes changes that are about to be written, in one transaction or several.
  mutating func begin(writing identifiers: Set<String>) { changes = (identifiers, next()) }

  mutating func endWriting() { changes = nil }

  /// Whether a change is being written that came after a question was asked.
  func isWriting(_ identifier: String, since question: Moment) -> Bool {
    guard let changes, question < changes.reported else { return false }
    return changes.identifiers.contains(identifier)
  }

  /// Whether anything was noted since a question was asked. Looking it up is worth it only then.
  func hasNoted(since question: Moment) -> Bool { question < newest }

  /// Notes that something is reported, if a question is open that is not answered by it.
  ///
  /// - Parameters:
  ///   - question: The one that is answered.
  ///   - stored: The oldest listing that goes on with a stored page.
  /// - Returns: When it was reported; `nil` where nothing was asked before it.
  mutating func hear(answering question: Moment?, _ stored: Moment?) -> Moment? {
    guard stored != nil || open.contains(where: { $0.key != question || $0.value > 1 }) else { return nil }
    newest = next()
    noted += 1
    return newest
  }

  /// The oldest open question, when it is time to forget what was noted before it: no question is older than any of it, or very much is noted.
  mutating func toForget(_ stored: Moment?) -> Moment? {
    let oldest = min(open.keys.min() ?? next(), stored ?? last)
    let isAllOld = newest < oldest
    guard noted > 0, isAllOld || noted >= Self.mostNoted else { return nil }
    noted = isAllOld ? 0 : 1
    return oldest
  }

  private static let mostNoted = 10_000
}
