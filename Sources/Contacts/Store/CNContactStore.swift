public import Foundation
import FileProviderStore

/// The contacts of this user: those in the domain `contacts`.
///
/// The top folders of the domain are the containers, and each card (`.vcf`) in one of them is a contact. A file with several cards, with none, or with that of a group is no
/// contact, nor is one whose contents are not downloaded. Several threads may use a store. Its methods wait for the disk.
open class CNContactStore: NSObject, @unchecked Sendable {
  // Nothing changes after the initializer. Subclasses answer for what they add.
  private let domains: [URL]

  /// A store of all contacts of this user.
  public override convenience init() { self.init(domains: [DomainsFolder.url.appendingPathComponent("contacts")]) }

  /// - Parameter domains: The folders of their stores. One without a store has no contacts.
  package init(domains: [URL]) { self.domains = domains }

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
          for identifier in identifiers { result += try domain.container(identifier).map { [$0] } ?? [] }
        case .containerOfContact(let identifier):
          result += try domain.container(ofContact: identifier).map { [$0] } ?? []
        default: return nil
        }
      }
      return result
    }
    guard let found else { throw CNError(.predicateInvalid) }
    return found
  }

  private func reading<Result>(_ body: ([ContactDomain]) throws(StoreError) -> Result) throws(CNError) -> Result {
    do throws(StoreError) {
      var opened: [ContactDomain] = []
      for directory in domains {
        if let domain = try ContactDomain(directory) { opened.append(domain) }
      }
      return try body(opened)
    } catch {
      throw CNError(
        .dataAccessError, userInfo: [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: "\(error)"])
    }
  }
}
