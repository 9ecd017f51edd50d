import FileProviderCopying
import FileProviderDomains
import FileProviderInterface
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// Answers the managers of a provider's domains, in the provider's processes and in an app's: reads stores, and asks the processes of
/// domains that others serve.
package final class ManagingSystem: NSFileProviderManager.System {
  let domainsHere: ManagedDomains
  /// The provider's program, for domains that this process adds; `nil` where it is this one.
  private let program: String?

  package init(provider: String, program: String?) {
    domainsHere = ManagedDomains(provider: provider)
    self.program = program
  }

  func hasDomain(_ domain: NSFileProviderDomainIdentifier) -> Bool { (try? domainsHere.find(domain)) != nil }

  func domains() throws -> [NSFileProviderDomain] {
    try domainsHere.all().map { place in try domainsHere.withStore(place) { try DomainRecord(place.name, $0).domain } }
  }

  // MARK: Adding

  func add(_ domain: NSFileProviderDomain) throws {
    guard let place = try domainsHere.find(domain.identifier) else { return _ = try make(domain) }
    let userInfo = try DomainRecord.text(of: domain.userInfo)
    try domainsHere.withStore(place) { store in
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try DomainRecord.write(domain, userInfo: userInfo, to: transaction)
      }
    }
  }

  func add(_ domain: NSFileProviderDomain, importing directory: URL) throws {
    guard try domainsHere.find(domain.identifier) == nil else { throw CocoaError(.fileWriteFileExists) }
    let source = try ImportSource(directory.path, leavesTopOut: true)
    let place = try make(domain)
    do {
      try domainsHere.withStore(place) { store in try fill(store, of: place, from: source) }
      try perform(.finishImport, in: domain.identifier)
    } catch {
      try? DomainRemoval.remove(place.name)
      throw error
    }
  }

  private func make(_ domain: NSFileProviderDomain) throws -> ManagedDomains.Place {
    let identifier = domain.identifier.rawValue
    guard !identifier.isEmpty, !identifier.contains(where: { $0 == "/" || $0 == ":" }) else {
      throw CocoaError(.fileWriteInvalidFileName)
    }
    let userInfo = try DomainRecord.text(of: domain.userInfo)
    let name = try domainsHere.freeName(for: domain.identifier)
    let store = try DomainDirectory.open(name, makes: true)
    let program = program ?? ProviderProgram.own
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider(domainsHere.provider, hasTrash: domain.supportsSyncingTrash)
      try DomainRecord.write(domain, userInfo: userInfo, to: transaction)
      if let program { try transaction.changeSetting(ProviderProgram.setting, to: program) }
    }
    return ManagedDomains.Place(name: name, identifier: domain.identifier)
  }

  private func fill(_ store: ItemStore, of place: ManagedDomains.Place, from source: ImportSource) throws {
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try PushEditor(transaction).openRoot()
    }
    let options = ImportOptions(author: "org.openfileprovider.import", deletes: false, forces: false)
    let report = BulkReport(isRehearsal: false, isVerbose: false)
    do {
      try ImportRun(store: store, domain: place.name, parent: .root, options: options, report: report).run([source])
    } catch is CommandEnd { throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: source.path]) }
    // The provider may have all of it already.
    while try !store.change(
      author: ChangeAuthor.remote,
      { (transaction) throws(StoreError) in
        guard try PendingEditor(transaction).notePending(.standard) else { return false }
        try PushEditor(transaction).makePendingUnconfirmed()
        return true
      })
    {}
  }

  // MARK: Removing

  func remove(_ domain: NSFileProviderDomainIdentifier, mode: NSFileProviderManager.DomainRemovalMode) throws -> URL? {
    let place = try domainsHere.place(of: domain)
    guard LentStores.store(in: place.directory) == nil, !DomainUse.isInUse(place.directory) else {
      throw Self.busy("mounted or otherwise in use")
    }
    let kept = mode == .removeAll ? nil : try domainsHere.withStore(place) { try PreservedDocuments($0).make(mode) }
    do { try DomainRemoval.remove(place.name) } catch {
      if let kept { try? FileManager.default.removeItem(at: kept) }
      throw Self.busy("\(error)")
    }
    return kept
  }

  private static func busy(_ reason: String) -> NSError {
    NSError(domain: NSPOSIXErrorDomain, code: Int(EBUSY), userInfo: [NSLocalizedDescriptionKey: reason])
  }

  // MARK: What the provider's process does

  func perform(_ call: NSFileProviderManager.Call, in domain: NSFileProviderDomainIdentifier) throws {
    let place = try domainsHere.place(of: domain)
    try ProviderCall(domain: place.name, directory: place.directory).perform(call)
  }
}
