import FileProviderStore
import Foundation

/// The domains of a store while they are read, in their order. An error is of the one that was reached last.
final class OpenedDomains: RandomAccessCollection {
  private let domains: [ContactDomain]
  /// The folder of the domain that was reached last.
  private(set) var place: URL?

  init(_ domains: [ContactDomain]) { self.domains = domains }

  var startIndex: Int { 0 }
  var endIndex: Int { domains.count }

  subscript(index: Int) -> ContactDomain {
    place = domains[index].store.directory
    return domains[index]
  }
}
