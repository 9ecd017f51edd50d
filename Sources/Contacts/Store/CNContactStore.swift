public import Foundation
import FileProviderStore
import Logging
import Synchronization

/// The contacts of this user: those in the domain `contacts`, those of CardDAV servers, and those of enabled contact providers.
///
/// The top folders of a domain are the containers, and each card (`.vcf`) in one of them is a contact. A file with several cards, with none, or with that of a group is no
/// contact, nor is one whose contents are not downloaded. Several threads may use a store. Its methods wait for the disk.
open class CNContactStore: NSObject, @unchecked Sendable {
  // Nothing changes after the initializer but what is behind a lock. Subclasses answer for what they add.
  let domains: [URL]
  /// Whether fetches use the index.
  private let usesIndex: Bool
  /// The domains of providers that could not be opened. Each is logged once.
  private let skipped = Mutex<Set<URL>>([])
  let saves = OwnSaves()
  private let notifies: Bool
  private static let logger = Logger(label: "org.openfileprovider.contacts")

  /// A store of all contacts of this user.
  ///
  /// As long as there is one, `CNContactStoreDidChange` is posted with it as the object.
  public override convenience init() { self.init(domains: Self.allDomains, notifies: true) }

  /// The folders of the stores of all contacts of this user.
  package static var allDomains: [URL] {
    [DomainsFolder.url.appendingPathComponent(DomainsFolder.contacts)] + ProviderRecord.enabled
  }

  /// - Parameters:
  ///   - domains: The folders of their stores, the first of them the user's own. One without a store has no contacts, nor has one of the others that cannot be
  ///     opened.
  ///   - usesIndex: Whether fetches use and feed the index of a domain; the results are the same.
  ///   - notifies: Whether changes by others are posted.
  package init(domains: [URL], usesIndex: Bool = true, notifies: Bool = false) {
    self.domains = domains
    self.usesIndex = usesIndex
    self.notifies = notifies
    super.init()
    if notifies { ContactStoreWatcher.shared.add(self) }
  }

  /// Always `authorized`: the permissions of files decide on Linux.
  open class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus { .authorized }

  /// Asks for access, which is always granted: the permissions of files decide on Linux.
  open func requestAccess(
    for entityType: CNEntityType, completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { completionHandler(true, nil) }

  /// Asks for access, which is always granted: the permissions of files decide on Linux.
  open func requestAccess(for entityType: CNEntityType) async throws -> Bool { true }

  /// The contacts that a predicate of ``CNContact`` finds.
  ///
  /// - Throws: ``CNError`` with the code `predicateInvalid` or `dataAccessError`.
  open func unifiedContacts(matching predicate: NSPredicate, keysToFetch keys: [any CNKeyDescriptor]) throws
    -> [CNContact]
  {
    let request = CNContactFetchRequest(keysToFetch: keys)
    request.predicate = predicate
    var result: [CNContact] = []
    try enumerateContacts(with: request) { contact, _ in result.append(contact) }
    return result
  }

  /// The contact with an identifier.
  ///
  /// - Throws: ``CNError`` with the code `recordDoesNotExist` or `dataAccessError`.
  open func unifiedContact(withIdentifier identifier: String, keysToFetch keys: [any CNKeyDescriptor]) throws
    -> CNContact
  {
    let predicate = CNContact.predicateForContacts(withIdentifiers: [identifier])
    guard let contact = try unifiedContacts(matching: predicate, keysToFetch: keys).first else {
      throw CNError(
        .recordDoesNotExist, userInfo: [CNErrorUserInfoAffectedRecordIdentifiersKey: [identifier]])
    }
    return contact
  }

  /// Calls a closure for each contact of a request. Setting `pointee` to true ends that.
  ///
  /// - Throws: ``CNError`` with the code `predicateInvalid` or `dataAccessError`.
  open func enumerateContacts(
    with fetchRequest: CNContactFetchRequest, usingBlock block: (CNContact, UnsafeMutablePointer<ObjCBool>) -> Void
  ) throws {
    let fetch = try ContactFetch(fetchRequest)
    var stop = ObjCBool(false)
    try reading { (domains) throws(StoreError) in
      try fetch.run(in: domains) { contact in
        block(contact, &stop)
        return !stop.boolValue
      }
    }
  }

  /// The containers that a predicate of ``CNContainer`` finds; all without one.
  ///
  /// - Throws: ``CNError`` with the code `predicateInvalid` or `dataAccessError`.
  open func containers(matching predicate: NSPredicate?) throws -> [CNContainer] {
    let criterion = predicate?.recordCriterion
    let found = try reading { (domains) throws(StoreError) -> [CNContainer]? in
      var result: [CNContainer] = []
      for domain in domains {
        switch criterion {
        case nil where predicate == nil: result += try domain.containers()
        case .containers(let identifiers):
          for identifier in identifiers.unique { result += try domain.container(identifier).map { [$0] } ?? [] }
        case .containerOfContact(let identifier):
          result += try domain.container(ofContact: identifier).map { [$0] } ?? []
        case .containerOfGroup(let identifier): result += try domain.group(identifier).map { [$0.container] } ?? []
        default: return nil
        }
      }
      return result
    }
    guard let found else { throw CNError(.predicateInvalid) }
    return found
  }

  /// The groups that a predicate of ``CNGroup`` finds; all without one.
  ///
  /// - Throws: ``CNError`` with the code `predicateInvalid` or `dataAccessError`.
  open func groups(matching predicate: NSPredicate?) throws -> [CNGroup] {
    let criterion = predicate?.recordCriterion
    let found = try reading { (domains) throws(StoreError) -> [StoredGroup]? in
      var result: [StoredGroup] = []
      for domain in domains {
        switch criterion {
        case nil where predicate == nil: result += try domain.groups(in: nil)
        case .groups(let identifiers):
          for identifier in identifiers.unique { result += try domain.group(identifier).map { [$0] } ?? [] }
        case .groupsInContainer(let container): result += try domain.groups(in: container)
        case .subgroups(let group): result += try domain.subgroups(of: group)
        default: return nil
        }
      }
      return result
    }
    guard let found else { throw CNError(.predicateInvalid) }
    return found.map(\.group)
  }

  /// Saves contacts and groups: all changes of the request, or none of them. Those that are acknowledged survive the end of the process.
  ///
  /// An added contact gets the identifier that it has from then on. A changed one keeps what other programs have changed since it was fetched. Changes of a unified contact are made in those of
  /// its contacts that they concern; all of them that are still there are deleted with it.
  ///
  /// - Throws: ``CNError``; for records of several domains `containmentScope`.
  open func execute(_ saveRequest: CNSaveRequest) throws {
    let separated = try SeparatedRequest(saveRequest, in: self)
    if !separated.request.changes.isEmpty { try save(separated.request) }
    separated.finish()
  }

  private func save(_ saveRequest: CNSaveRequest) throws(CNError) {
    let standard = domains[0]
    let place = try reading { (domains) throws(StoreError) in try saveRequest.scope(in: domains, standard: standard) }
    do throws(StoreError) {
      try save(saveRequest, in: place)
    } catch {
      throw CNError(saving: error, in: place)
    }
  }

  private func save(_ request: CNSaveRequest, in place: URL) throws(StoreError) {
    let store = try ItemStore(directory: place)
    if notifies { saves.begin(store.origin) }
    defer { if notifies { saves.end(store.origin) } }
    try ContactSave(request, in: store).run()
    // Where it cannot be ended, the next opening takes longer.
    try? store.endLongLog()
  }

  /// The identifier of the container of new contacts: the first one that no provider has. It is made if there is none; empty if that fails.
  open func defaultContainerIdentifier() -> String {
    let own = CNContactStore(domains: [domains[0]])
    if let first = try? own.containers(matching: nil).first { return first.identifier }
    let made = try? ContactSave.makeDefaultContainer(in: ItemStore(directory: domains[0]))
    return made ?? ""
  }

  // MARK: Changes

  /// Where the history of changes is now; nil if it cannot be read. Better keep the token of a result: nothing after its events is missed.
  ///
  /// The token has the members of groups. In a container that has groups, it takes a read of the `UID` of every contact.
  open var currentHistoryToken: Data? {
    try? reading { (domains) throws(StoreError) in
      var places: [HistoryPlace] = []
      for domain in domains { places.append(try domain.place()) }
      return HistoryToken(places).data
    }
  }

  /// The changes of contacts since a token, as instances of ``CNChangeHistoryEvent``.
  ///
  /// Without a token, and with one that has expired or is none, the first event drops everything, and each contact is added.
  ///
  /// - Throws: ``CNError`` with the code `dataAccessError`.
  open func enumerator(for request: CNChangeHistoryFetchRequest) throws -> CNFetchResult<NSEnumerator> {
    try reading { (domains) throws(StoreError) in try ContactHistory(domains).result(of: request) }
  }

  /// Opens the domains for reading.
  func reading<Result>(_ body: (OpenedDomains) throws(StoreError) -> Result) throws(CNError) -> Result {
    // Where the store is that an error is of.
    var place: URL?
    var reached: OpenedDomains?
    do throws(StoreError) {
      var opened: [ContactDomain] = []
      for directory in domains {
        place = directory
        do throws(StoreError) {
          if let domain = try ContactDomain(directory, isIndexed: usesIndex) { opened.append(domain) }
        } catch {
          guard directory != domains[0] else { throw error }
          skip(directory, error)
        }
      }
      let domains = OpenedDomains(opened)
      reached = domains
      return try body(domains)
    } catch {
      throw CNError(error, in: reached.map(\.place) ?? place)
    }
  }

  /// A provider's store hides no other contacts.
  private func skip(_ directory: URL, _ error: StoreError) {
    guard skipped.withLock({ $0.insert(directory).inserted }) else { return }
    Self.logger.warning("the contacts of “\(directory.lastPathComponent)” are left out: \(error)")
  }
}
