package import FileProviderStore
package import Foundation
import VCard

/// Names the files of a domain of contacts that are no contacts, and those whose `UID` another one of the same container has.
package struct ContactCheck {
  private let domain: ContactDomain
  /// The first file with a `UID`, by its container.
  private var paths: [String: [String: String]] = [:]

  /// - Parameter directory: The folder of a store.
  /// - Returns: Nil if that is none of contacts: neither the user's own nor a provider's.
  package init?(storeIn directory: URL) throws(StoreError) {
    let isProvided = (try? ProviderRecord.read(in: directory)) != nil
    guard directory.lastPathComponent == DomainsFolder.contacts || isProvided,
      let domain = try ContactDomain(directory, isIndexed: false)
    else { return nil }
    self.domain = domain
  }

  /// - Parameter report: Called with each finding. Files whose contents cannot be read are left to `StoreCheck`.
  package mutating func run(_ report: (StoreFinding) -> Void) throws(StoreError) {
    _ = try domain.forEachFile(in: nil) { (file, container) throws(StoreError) in
      let elements: [CardParser.Element]?
      do throws(StoreError) { elements = try file.elements() } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
        return true
      }
      let path = file.path(in: container)
      guard let elements, let problem = problem(elements, container.identifier, path) else { return true }
      report(StoreFinding(problem, item: file.item.id, path: path, .left))
      return true
    }
  }

  private mutating func problem(_ elements: [CardParser.Element], _ container: String, _ path: String) -> String? {
    let cards = elements.compactMap { if case .card(let card) = $0 { card } else { nil } }
    for case .broken(let problem, _) in elements { return "it is no contact: \(problem)" }
    guard let card = cards.first else { return "it is no contact: it is empty" }
    if cards.count > 1 { return "it is no contact: it has \(cards.count) cards" }
    guard let uid = card.uid else { return nil }
    if let first = paths[container]?[uid] { return "“\(first)” has the same UID" }
    paths[container, default: [:]][uid] = path
    return nil
  }
}
