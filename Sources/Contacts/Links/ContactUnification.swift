import FileProviderStore
import Foundation

/// Makes one contact of linked ones, for one fetch. As long as none of the contacts that are found has a link, nothing is read.
final class ContactUnification {
  private let domains: OpenedDomains
  private let keys: Set<String>
  /// What the parts are to have: which of them a name is from is not known without all of its words.
  private let partKeys: Set<String>
  private let isWanted: Bool
  private var known: ContactLinks?
  private var knownOfOne: [UUID: ContactLinks] = [:]
  /// The links of contacts that were returned.
  private var returned: Set<UUID> = []

  /// - Parameters:
  ///   - keys: What the contacts are to have.
  ///   - isWanted: False leaves each contact as it is.
  ///   - links: What is linked, if that is known.
  init(
    _ domains: OpenedDomains, keys: Set<String>, isWanted: Bool = true, links: ContactLinks? = nil
  ) {
    self.domains = domains
    self.keys = keys
    partKeys = UnifiedValues.keys(deciding: keys)
    self.isWanted = isWanted
    known = links
  }

  /// So many links are looked up one by one before all are read. Without an index each of them would take a look at every card.
  private static let mostLookups = 4

  /// The contacts that have a link.
  func links(of link: UUID) throws(StoreError) -> ContactLinks {
    if let known = known ?? knownOfOne[link] { return known }
    var contacts: [LinkedContacts] = []
    let isLookedUp = knownOfOne.count < Self.mostLookups && domains.allSatisfy { $0.index != nil }
    for domain in domains { contacts.append(try domain.linkedContacts(isLookedUp ? link : nil)) }
    let links = ContactLinks(contacts, in: domains)
    if isLookedUp { knownOfOne[link] = links } else { known = links }
    return links
  }

  /// The contact of which a found one is a part; nil if it was returned for another part.
  func contact(_ found: FoundContact, in domain: Int) throws(StoreError) -> CNContact? {
    guard isWanted, let link = found.link?.id else { return found.contact(with: keys) }
    let place = ContactPlace(domain: domain, item: found.item)
    let members = try links(of: link).members(with: place)
    if members.isEmpty { return found.contact(with: keys) }
    guard returned.insert(link).inserted else { return nil }
    return try whole(members, link) ?? found.contact(with: keys)
  }

  /// The same of what is linked by now.
  func whole(_ found: FoundContact, at place: ContactPlace) -> CNContact {
    let own = found.contact(with: keys)
    guard let link = found.link?.id, let members = known?.members(with: place), let leader = members.first else {
      return own
    }
    let whole = (try? whole(members, link)) ?? own
    // What it is linked with may have changed since.
    return whole.identifier == identifier(of: leader) ? whole : own
  }

  /// The same with nothing but the identifiers.
  func bare(_ place: ContactPlace) -> CNContact {
    let members = known?.members(with: place) ?? []
    let parts = (members.isEmpty ? [place] : members).map { place in
      CNContact(values: ContactValues(identifier: identifier(of: place)), fetchedKeys: Self.bareKeys)
    }
    // To unify one with nothing would take as long as the rest of its event.
    return parts.count == 1 ? parts[0] : CNContact(unifying: parts, keys: Self.bareKeys)
  }

  private static let bareKeys: Set<String> = [CNContactIdentifierKey]

  private func identifier(of place: ContactPlace) -> String { domains[place.domain].identifier(of: place.item) }

  /// - Returns: Nil where none of the contacts has the link any more.
  private func whole(_ members: [ContactPlace], _ link: UUID) throws(StoreError) -> CNContact? {
    var parts: [CNContact] = []
    for member in members {
      let domain = domains[member.domain]
      guard let part = try domain.readableContact(member.item, domain.selection(partKeys)), part.link?.id == link else {
        continue
      }
      parts.append(part.contact(with: partKeys))
    }
    return parts.isEmpty ? nil : CNContact(unifying: parts, keys: keys)
  }
}
