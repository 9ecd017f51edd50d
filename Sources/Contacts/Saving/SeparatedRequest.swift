import Foundation

/// A request in which changes of unified contacts are changes of their parts.
struct SeparatedRequest {
  let request: CNSaveRequest
  /// The unified contacts that are changed, with their parts, and copies of those that are changed.
  private var unified: [(contact: CNMutableContact, parts: [CNContact], changed: [CNMutableContact])] = []

  /// - Parameter store: What the parts are read from where the program has not fetched what it has set.
  init(_ request: CNSaveRequest, in store: CNContactStore) throws {
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
        guard let whole = contact.mutableCopy() as? CNMutableContact else { continue }
        let unseen = try whole.completeParts(from: store)
        let changed = UnifiedChange.parts(of: whole, unseen: unseen)
        for part in changed { separated.update(part) }
        unified.append((contact, whole.unifiedParts, changed))
      default: separated.append(change)
      }
    }
    self.request = separated
  }

  /// Gives the unified contacts what was saved.
  func finish() {
    for (contact, parts, changed) in unified { contact.noteSaved(changed, among: parts) }
  }
}

extension CNSaveRequest.Change {
  fileprivate var isOfUnifiedContact: Bool {
    switch self {
    case .updateContact(let contact): !contact.unifiedParts.isEmpty
    default: false
    }
  }
}

extension CNMutableContact {
  /// Reads of the parts what was set and not fetched: what is there decides where it goes.
  ///
  /// - Returns: The keys of that.
  fileprivate func completeParts(from store: CNContactStore) throws -> Set<String> {
    guard let set = fetchedKeys, let known = unifiedParts[0].fetchedKeys else { return [] }
    let unseen = set.subtracting(known)
    if unseen.isEmpty { return [] }
    let keys = UnifiedValues.keys(deciding: unseen).subtracting(known)
    let request = CNContactFetchRequest(keysToFetch: keys.map { $0 as NSString })
    request.predicate = CNContact.predicateForContacts(withIdentifiers: linkedIdentifiers)
    request.unifyResults = false
    var found: [String: CNContact] = [:]
    try store.enumerateContacts(with: request) { part, _ in found[part.identifier] = part }
    unifiedParts = unifiedParts.map { part in
      guard let now = found[part.identifier] else { return part }
      var merge = ContactMerge(keys: keys, base: nil, baseKeys: nil, changed: now.values, result: part.values)
      merge.visitAll()
      return CNContact(values: merge.result, fetchedKeys: part.fetchedKeys?.union(keys))
    }
    return unseen
  }

  /// Has what was saved in its parts as the state from which the next changes count.
  ///
  /// - Parameters:
  ///   - saved: Those that were changed.
  ///   - parts: All of them.
  fileprivate func noteSaved(_ saved: [CNMutableContact], among parts: [CNContact]) {
    let saved = Dictionary(saved.map { ($0.identifier, $0) }) { first, _ in first }
    unifiedParts = parts.map { saved[$0.identifier]?.copy() as? CNContact ?? $0 }
    let whole = CNContact(unifying: unifiedParts, keys: fetchedKeys)
    let id = values.id
    values = whole.values
    values.id = id
    original = whole
  }
}
