import FileProviderInterface
import Synchronization

/// Collects the thumbnails of some items, and looks at what is answered for which.
final class ThumbnailCollector: Sendable {
  private struct State {
    var answered: Set<NSFileProviderItemIdentifier> = []
    var pictures: [NSFileProviderItemIdentifier: Data] = [:]
    var errors: [NSError] = []
    var hasEnded = false
  }

  private let asked: Set<NSFileProviderItemIdentifier>
  private let ledger: Ledger
  private let state = Mutex(State())

  init(_ asked: Set<NSFileProviderItemIdentifier>, _ ledger: Ledger) {
    self.asked = asked
    self.ledger = ledger
  }

  func take(_ identifier: NSFileProviderItemIdentifier, _ picture: Data?, _ error: (any Error)?) {
    let error = error as NSError?
    let (isFirst, isLate) = state.withLock { state in
      if let picture { state.pictures[identifier] = picture }
      if let error { state.errors.append(error) }
      return (state.answered.insert(identifier).inserted, state.hasEnded)
    }
    let name = identifier.rawValue
    if !asked.contains(identifier) {
      ledger.note(ObservedRules.Thumbnails.once, "an unrequested thumbnail of “\(name)” arrived")
    } else {
      ledger.note(ObservedRules.Thumbnails.once, isFirst ? nil : "“\(name)” was reported more than once")
    }
    if isFirst && isLate { ledger.note(ObservedRules.Thumbnails.each, "“\(name)” was reported after completion") }
  }

  /// Takes the end.
  ///
  /// - Parameter error: An error counts as the answer for all items without one.
  /// - Returns: The pictures, and the errors of single items.
  func end(_ error: NSError?) -> (pictures: [NSFileProviderItemIdentifier: Data], errors: [NSError]) {
    let end = state.withLock { state in
      state.hasEnded = true
      return state
    }
    let missing = asked.subtracting(end.answered).map(\.rawValue).sorted()
    ledger.note(
      ObservedRules.Thumbnails.each,
      error != nil || missing.isEmpty ? nil : "“\(missing[0])” was not reported before completion"
    )
    return (end.pictures, end.errors)
  }
}
