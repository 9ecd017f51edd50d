package import FileProviderStore
package import Foundation
import VCard

/// Finds the files of a contacts domain that are not exactly one card, and those whose `UID` another card of the same container has.
package struct ContactCheck {
  private let domain: ContactDomain
  /// The first file with a `UID`, by its container.
  private var known: [String: [String: ItemID]] = [:]

  /// - Parameters:
  ///   - directory: The folder of a store.
  ///   - domains: The folders of the stores of contacts.
  /// - Returns: Nil if the store is none of these, or if it has to be upgraded first.
  /// - Throws: `damaged` also where it has the record of a contact provider that cannot be read.
  package init?(storeIn directory: URL, among domains: [URL] = CNContactStore.allDomains) throws(StoreError) {
    // The store of a damaged one is not among the domains.
    _ = try ProviderRecord.read(in: directory)
    let path = directory.standardizedFileURL.path
    guard domains.contains(where: { $0.standardizedFileURL.path == path }) else { return nil }
    do throws(StoreError) {
      guard let domain = try ContactDomain(directory, isIndexed: false) else { return nil }
      self.domain = domain
    } catch {
      if error.code == .olderSchema { return nil }
      throw error
    }
  }

  /// - Parameter report: Called with each finding. Files whose contents cannot be read are left to `StoreCheck`.
  package mutating func run(_ report: (StoreFinding) -> Void) throws(StoreError) {
    _ = try domain.forEachFile(in: nil) { (file, container) throws(StoreError) in
      guard let elements = try readable({ () throws(StoreError) in try file.elements() }),
        let problem = try problem(elements, file, container)
      else { return true }
      report(StoreFinding(problem, item: file.item.id, path: file.path(in: container), .left))
      return true
    }
  }

  private mutating func problem(
    _ elements: [CardParser.Element], _ file: ContactFile, _ container: CNContainer
  ) throws(StoreError) -> String? {
    let cards = elements.compactMap { if case .card(let card) = $0 { card } else { nil } }
    for case .broken(let problem, _) in elements { return "not a contact: \(problem)" }
    guard let card = cards.first else { return "not a contact: the file is empty" }
    if cards.count > 1 { return "not a contact: contains \(cards.count) cards" }
    guard let uid = card.uid else { return nil }
    if let first = known[container.identifier]?[uid], let path = try path(of: first, uid, container) {
      return "“\(path)” has the same UID"
    }
    known[container.identifier, default: [:]][uid] = file.item.id
    return nil
  }

  /// Where a card with a `UID` is now; nil if another program has moved, replaced or changed it since it was read.
  private func path(of item: ItemID, _ uid: String, _ container: CNContainer) throws(StoreError) -> String? {
    guard let (file, place) = try domain.file(item), place.identifier == container.identifier,
      try readable({ () throws(StoreError) in try file.anyCard() })?.uid == uid
    else { return nil }
    return file.path(in: place)
  }

  /// - Returns: Nil if the contents of a file cannot be read.
  private func readable<Contents>(_ read: () throws(StoreError) -> Contents?) throws(StoreError) -> Contents? {
    do throws(StoreError) { return try read() } catch {
      guard ContactFile.isUnreadable(error) else { throw error }
      return nil
    }
  }
}
