import Foundation

/// A request in which changes of unified contacts are changes of their parts.
struct SeparatedRequest {
  let request: CNSaveRequest
  /// The unified contacts that are changed, with copies of their parts.
  private var unified: [(contact: CNMutableContact, parts: [CNMutableContact])] = []

  init(_ request: CNSaveRequest) {
    guard request.changes.contains(where: \.isOfUnifiedContact) else {
      self.request = request
      return
    }
    let separated = CNSaveRequest()
    separated.transactionAuthor = request.transactionAuthor
    separated.shouldRefetchContacts = request.shouldRefetchContacts
    for change in request.changes {
      switch change {
      case .updateContact(let contact) where !contact.unifiedParts.isEmpty:
        let parts = UnifiedChange.parts(of: contact)
        for part in parts { separated.update(part) }
        unified.append((contact, parts))
      case .deleteContact(let contact) where !contact.unifiedParts.isEmpty:
        for case let part as CNMutableContact in contact.unifiedParts.map({ $0.mutableCopy() }) {
          separated.delete(part)
        }
      default: separated.append(change)
      }
    }
    self.request = separated
  }

  /// Gives the unified contacts what was saved.
  func finish() {
    for (contact, parts) in unified { contact.noteSaved(parts: parts) }
  }
}

extension CNSaveRequest.Change {
  fileprivate var isOfUnifiedContact: Bool {
    switch self {
    case .updateContact(let contact), .deleteContact(let contact): !contact.unifiedParts.isEmpty
    default: false
    }
  }
}

extension CNMutableContact {
  /// Has what was saved in its parts as the state from which the next changes count.
  ///
  /// - Parameter saved: Those that were changed.
  fileprivate func noteSaved(parts saved: [CNMutableContact]) {
    let saved = Dictionary(saved.map { ($0.identifier, $0) }) { first, _ in first }
    unifiedParts = unifiedParts.map { saved[$0.identifier]?.copy() as? CNContact ?? $0 }
    let whole = CNContact(unifying: unifiedParts, keys: fetchedKeys)
    let id = values.id
    values = whole.values
    values.id = id
    original = whole
  }
}
