import FileProviderStore
import Foundation

/// The history of the contacts of some domains.
struct ContactHistory {
  private let domains: [ContactDomain]

  init(_ domains: [ContactDomain]) { self.domains = domains }

  func result(of request: CNChangeHistoryFetchRequest) throws(StoreError) -> CNFetchResult<NSEnumerator> {
    let token = request.startingToken.flatMap { HistoryToken($0) }
    let known = try changes(since: token, excluding: request.excludedTransactionAuthors ?? [])
    let changes = if let known { known } else { try everything() }
    let history = zip(domains, changes).map { (domain: $0, changes: $1.changes) }
    return CNFetchResult(
      value: ChangeEventEnumerator(history, dropsEverything: known == nil, for: request),
      currentHistoryToken: HistoryToken(changes.map(\.end)).data)
  }

  private func everything() throws(StoreError) -> [ContactChanges] {
    var result: [ContactChanges] = []
    for domain in domains { result.append(try domain.allContacts()) }
    return result
  }

  /// - Returns: Nil if everything has to be dropped.
  private func changes(
    since token: HistoryToken?, excluding authors: [String]
  ) throws(StoreError) -> [ContactChanges]? {
    guard var left = token?.anchors else { return nil }
    var result: [ContactChanges] = []
    for domain in domains {
      guard let index = left.firstIndex(where: { (try? domain.store.cursor(of: $0)) != nil }) else {
        // A domain that was made since.
        result.append(try domain.allContacts())
        continue
      }
      guard let changes = try domain.changes(since: left.remove(at: index), excluding: authors) else { return nil }
      result.append(changes)
    }
    // The contacts of a domain that was removed are gone.
    return left.isEmpty ? result : nil
  }
}
