import FileProviderStore

/// The questions of a mount to its provider's process, which may end and be restarted: the state of `ProviderLink`, without threads.
struct LinkQuestions {
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void

  private struct Question {
    let subject: SourceSubject
    let asker: SourceAsker
    let whenDone: Completion
    var isWithdrawn = false
    /// How many processes have ended that it was sent to.
    var losses = 0
  }

  private var questions: [UInt64: Question] = [:]
  private var last: UInt64 = 0

  /// The number of processes that may exit on one question before it is given up.
  static let mostLosses = 2

  /// Whether a question is not answered yet.
  var isAwaitingAnswers: Bool { !questions.isEmpty }

  mutating func add(_ subject: SourceSubject, for asker: SourceAsker, _ whenDone: @escaping Completion) -> Frame {
    last += 1
    questions[last] = Question(subject: subject, asker: asker, whenDone: whenDone)
    return subject.frame(last, for: asker)
  }

  /// Withdraws a question that a process has.
  ///
  /// - Returns: The message for the process; `nil` when the question was answered.
  mutating func withdraw(_ number: UInt64) -> Frame? {
    guard questions[number] != nil else { return nil }
    questions[number]?.isWithdrawn = true
    return Frame(.withdraw, number)
  }

  /// Removes a question that is answered.
  mutating func take(_ number: UInt64) -> Completion? { questions.removeValue(forKey: number)?.whenDone }

  /// The messages for a new process.
  var frames: [Frame] {
    questions.sorted { $0.key < $1.key }.map { $0.value.subject.frame($0.key, for: $0.value.asker) }
  }

  /// A process has ended, or was not reached.
  ///
  /// - Parameter wasAsked: Whether it has had the questions.
  /// - Returns: The questions that are not put to another process: withdrawn ones, and those that may be the cause.
  mutating func lose(wasAsked: Bool) -> (withdrawn: [Completion], suspected: [Completion]) {
    var (withdrawn, suspected): ([Completion], [Completion]) = ([], [])
    for (number, question) in questions {
      let losses = question.losses + (wasAsked ? 1 : 0)
      if question.isWithdrawn {
        withdrawn.append(question.whenDone)
      } else if losses >= Self.mostLosses {
        suspected.append(question.whenDone)
      } else {
        questions[number]?.losses = losses
        continue
      }
      questions[number] = nil
    }
    return (withdrawn, suspected)
  }

  /// Removes all questions.
  mutating func takeAll() -> [Completion] {
    defer { questions = [:] }
    return questions.values.map(\.whenDone)
  }
}
