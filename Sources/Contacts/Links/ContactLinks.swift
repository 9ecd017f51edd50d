import FileProviderStore
import Foundation

/// The contacts of several domains that are one: those with the same link, if there is more than one.
///
/// The unified contact has the identifier of the first of them, its *leader*: one of the user's own domain before others, then the one that was made first. The order of domains is that of the
/// identities of their stores, since a name can be changed. Of several cards with one number the first counts: the others are copies of it, which are contacts of their own.
struct ContactLinks {
  private var groups: [UUID: [ContactPlace]] = [:]
  private var linkOf: [ContactPlace: CardLink] = [:]
  /// The copies are among them.
  private var cards: [UUID: [ContactPlace]] = [:]

  /// Those of no contact.
  init() {}

  /// - Parameter contacts: Those of each domain.
  init(_ contacts: [LinkedContacts], in domains: OpenedDomains) {
    var found: [UUID: [(place: ContactPlace, link: CardLink)]] = [:]
    for (domain, contacts) in contacts.enumerated() {
      for (item, link) in contacts.links {
        found[link.id, default: []].append((ContactPlace(domain: domain, item: item), link))
      }
    }
    if found.isEmpty { return }
    let order = domains.map(\.order)
    for (link, var places) in found {
      places.sort { (order[$0.place.domain], $0.place.item) < (order[$1.place.domain], $1.place.item) }
      cards[link] = places.map(\.place)
      var seen: Set<Int> = []
      let members = places.filter { seen.insert($0.link.number).inserted }
      guard members.count > 1 else { continue }
      groups[link] = members.map(\.place)
      for (place, link) in members { linkOf[place] = link }
    }
  }

  var unifiesNothing: Bool { groups.isEmpty }
  var links: Set<UUID> { Set(groups.keys) }

  /// The contacts with a link, the leader first; none if it has no effect.
  func members(of link: UUID) -> [ContactPlace] { groups[link] ?? [] }

  /// The contacts that one is linked with, and that one itself; none if it is linked with no other.
  func members(with place: ContactPlace) -> [ContactPlace] { linkOf[place].map { members(of: $0.id) } ?? [] }

  /// All cards with a link, also copies and one that has it alone.
  func cards(of link: UUID) -> [ContactPlace] { cards[link] ?? [] }

  /// The contact whose identifier the unified one has.
  func leader(of place: ContactPlace) -> ContactPlace { members(with: place).first ?? place }

  /// Whether a contact is not seen but as a part of another one.
  func hides(_ place: ContactPlace) -> Bool { leader(of: place) != place }

  func hasSameLink(_ place: ContactPlace, as other: ContactLinks) -> Bool { linkOf[place] == other.linkOf[place] }
}

extension ContactDomain {
  /// What the order of domains goes by.
  fileprivate var order: String {
    (store.directory.lastPathComponent == DomainsFolder.contacts ? "0" : "1") + store.uuid.uuidString
  }

  /// The contacts with a link. The index is used; where there is none, every card is parsed.
  ///
  /// - Parameters:
  ///   - link: The only one that is looked for; nil for all.
  ///   - last: What was linked before. It counts where a card cannot be read.
  func linkedContacts(
    _ link: UUID? = nil, after last: LinkedContacts? = nil
  ) throws(StoreError) -> LinkedContacts {
    var contacts = LinkedContacts()
    let query = IndexQuery(link: link.map(IndexQuery.Link.one) ?? .any)
    _ = try forEachContact(
      matching: query, selection([]),
      unreadable: { file, _ in contacts.links[file.item.id] = last?.links[file.item.id] },
      { found in
        if let own = found.link, link == nil || own.id == link { contacts.links[found.item] = own }
        return true
      })
    return contacts
  }
}
