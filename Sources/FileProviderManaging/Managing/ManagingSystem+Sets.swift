import FileProviderCopying
import FileProviderInterface
import FileProviderStore
import Foundation

/// The materialized and the pending items of a domain.
extension ManagingSystem {
  func materializedItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderEnumerator {
    MaterializedSet { [domainsHere] body in try domainsHere.withStore(domainsHere.place(of: domain), body) }
  }

  func pendingItems(in domain: NSFileProviderDomainIdentifier) -> any NSFileProviderPendingSetEnumerator {
    PendingSet { [domainsHere] body in try domainsHere.withStore(domainsHere.place(of: domain), body) }
  }

  func progress(of kind: Progress.FileOperationKind, in domain: NSFileProviderDomainIdentifier) -> Progress {
    TransferWatch.progress(of: kind) { [domainsHere] in
      guard let place = try? domainsHere.find(domain) else { return nil }
      return try? domainsHere.withStore(place) { try TransferWatch.count(of: kind, $0) }
    }
  }
}

/// Lends a domain's store to a body.
typealias StoreLending = @Sendable ((ItemStore) throws -> Void) throws -> Void
