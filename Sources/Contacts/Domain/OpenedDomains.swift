import FileProviderStore
import Foundation

/// The domains of a store while they are read, in their order. An error is of the one that was reached last.
final class OpenedDomains: Sequence {
  private let domains: [ContactDomain]
  /// The folder of the domain that was reached last.
  private(set) var place: URL?

  init(_ domains: [ContactDomain]) { self.domains = domains }

  func makeIterator() -> AnyIterator<ContactDomain> {
    AnyIterator(domains.indices.lazy.map { self[$0] }.makeIterator())
  }

  subscript(index: Int) -> ContactDomain {
    place = domains[index].store.directory
    return domains[index]
  }
}
