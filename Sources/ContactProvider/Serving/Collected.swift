import Contacts
import Synchronization

/// What an observer has taken, until its enumerator ends it. What comes later is ignored.
final class Collected<End: Sendable>: Sendable {
  private struct State {
    var changes: [ProvidedChange] = []
    var end: Result<End, any Error>?
  }

  private let state = Mutex(State())

  /// How many changes came.
  var count: Int { state.withLock { $0.changes.count } }

  func append(_ changes: [ProvidedChange]) {
    state.withLock { if $0.end == nil { $0.changes += changes } }
  }

  func finish(_ end: Result<End, any Error>) {
    state.withLock { $0.end = $0.end ?? end }
  }

  /// What came, and how it ended.
  ///
  /// - Throws: The error that ended it; a rule, where nothing did.
  func result(of method: String) throws -> (changes: [ProvidedChange], end: End) {
    try state.withLock { state in
      guard let end = state.end else {
        throw EnumeratorRule.oneEnd("“\(method)” returned without a call of “didFinish…”")
      }
      return (state.changes, try end.get())
    }
  }
}

extension ContactItem {
  /// The contact as it is written.
  var change: ProvidedChange {
    switch self {
    case .contact(let contact, let identifier):
      .put(identifier: identifier.value, card: contact.card(identifiedBy: identifier.value))
    }
  }
}
