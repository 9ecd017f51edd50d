import FileProviderInterface
import Foundation

/// Calls a provider as the system does, waits for its answers, and looks at what every answer has to keep.
///
/// Used by one thread. Each call is made on a thread of its own, so that one that never returns costs its deadline only.
final class ProviderCaller {
  let box: ProviderBox
  let ledger = Ledger()
  let deadline: Double
  var isInterrupted: @Sendable () -> Bool
  /// Calls that were not answered: they are not made again, since each would cost the deadline.
  private var silent: Set<String> = []

  init(
    _ provider: any NSFileProviderReplicatedExtension, deadline: Double, isInterrupted: @escaping @Sendable () -> Bool
  ) {
    box = ProviderBox(provider: provider)
    self.deadline = deadline
    self.isInterrupted = isInterrupted
  }

  var deadlineText: String { deadline == deadline.rounded() ? "\(Int(deadline)) s" : "\(deadline) s" }

  /// Makes a call, and waits for its answer.
  ///
  /// - Parameters:
  ///   - name: The method, with the names of its arguments.
  ///   - body: Makes the call, and gives the answer each time that it comes.
  func answer<Value: Sendable>(
    to name: String, _ body: @escaping @Sendable (ProviderBox, @escaping @Sendable (Value) -> Void) -> Void
  ) throws -> Value {
    if isInterrupted() { throw Interrupted() }
    guard !silent.contains(name) else { throw Unmet("“\(name)” was not answered") }
    let answer = Answer<Value>()
    let (box, ledger) = (box, ledger)
    ledger.note(ObservedRules.Answers.called)
    ledger.note(ObservedRules.Answers.once)
    Thread.detachNewThread {
      body(box) { value in
        if !answer.give(value) { ledger.note(ObservedRules.Answers.once, "“\(name)” was answered more than once") }
      }
    }
    if let value = try answer.wait(seconds: deadline, isInterrupted: isInterrupted) { return value }
    silent.insert(name)
    ledger.note(ObservedRules.Answers.called, "“\(name)” was not answered in \(deadlineText)")
    throw Unmet("“\(name)” was not answered")
  }

  /// What a provider said of a failure.
  func failure(_ error: any Error, of name: String) -> any Error {
    let error = error as NSError
    let isLegal = Refusal.isLegal(error)
    ledger.note(
      ObservedRules.Answers.errorDomain, isLegal ? nil : "“\(name)” was answered with \(error.domain) \(error.code)")
    return isLegal ? Refusal(name, error) : Unmet("“\(name)” was answered with an error of the domain \(error.domain)")
  }
}

/// Carries a provider to the threads on which it is called.
struct ProviderBox: @unchecked Sendable {
  // Sendable: by its contract a provider bears being called from any thread and concurrently.
  let provider: any NSFileProviderReplicatedExtension
}
