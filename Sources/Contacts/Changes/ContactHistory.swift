import FileProviderStore
import Foundation

/// The history of the contacts of some domains.
package struct ContactHistory {
  private let domains: OpenedDomains

  /// Called after the members of groups were read, and before the log is. For tests.
  @TaskLocal package static var membersWereRead: (@Sendable () -> Void)?

  init(_ domains: OpenedDomains) { self.domains = domains }

  func result(of request: CNChangeHistoryFetchRequest) throws(StoreError) -> CNFetchResult<NSEnumerator> {
    let token = request.startingToken.flatMap { HistoryToken($0) }
    let known = try changes(since: token, request)
    let changes = if let known { known } else { try everything(request) }
    let unified = request.shouldUnifyResults ? UnifiedChanges(changes, domains, for: request) : nil
    let told = if let unified { try unified.changes() } else { changes.map(\.changes) }
    return CNFetchResult(
      value: ChangeEventEnumerator(
        told, in: domains, links: unified?.links ?? ContactLinks(), dropsEverything: known == nil, for: request),
      currentHistoryToken: HistoryToken(changes.map(\.end)).data)
  }

  private func everything(_ request: CNChangeHistoryFetchRequest) throws(StoreError) -> [ContactChanges] {
    var result: [ContactChanges] = []
    for domain in domains {
      result.append(
        try domain.allContacts(groups: request.includeGroupChanges, links: request.shouldUnifyResults))
    }
    return result
  }

  /// - Returns: Nil if everything has to be dropped.
  private func changes(
    since token: HistoryToken?, _ request: CNChangeHistoryFetchRequest
  ) throws(StoreError) -> [ContactChanges]? {
    guard var left = token?.places else { return nil }
    var result: [ContactChanges] = []
    for domain in domains {
      guard let index = left.firstIndex(where: { (try? domain.store.cursor(of: $0.anchor)) != nil }) else {
        // A domain that was made since.
        result.append(
          try domain.allContacts(groups: request.includeGroupChanges, links: request.shouldUnifyResults))
        continue
      }
      let changes = try domain.changes(
        since: left.remove(at: index), excluding: request.excludedTransactionAuthors ?? [],
        groups: request.includeGroupChanges, links: request.shouldUnifyResults)
      guard let changes else { return nil }
      result.append(changes)
    }
    // The contacts of a domain that was removed are gone.
    return left.isEmpty ? result : nil
  }
}
