import FileProviderDomains
import FileProviderInterface
import FileProviderMounting
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import Foundation

extension SideBarAccount {
  /// The mounted domains of this user, but for hidden ones. A domain whose store cannot be read, or whose mount does not answer, is shown with the reason.
  ///
  /// - Parameter former: What was known before: a domain keeps its name and its menu while its store cannot be read.
  /// - Throws: A failure when the folder of the domains cannot be read.
  static func mounted(knowing former: [SideBarAccount]) throws -> [SideBarAccount] {
    let silent = Set(StatusQuery.all().filter { $0.status == nil }.map(\.note))
    let deserted = MountRegistry.deserted()
    return try DomainDirectory.names().compactMap { name in
      let directory = DomainDirectory.url(of: name)
      let served = MountRegistry.preferred(of: name, store: directory.path)
      guard let mount = served ?? deserted.first(where: { $0.isOf(directory.path) }) else { return nil }
      var account = SideBarAccount(
        domain: name, name: name.string, mountpoint: mount.mountpoint, state: .idle, details: "")
      do {
        let store = try StatusMetrics.open(name)
        let record = try DomainRecord(name, store)
        guard !record.domain.isHidden else { return nil }
        try account.read(store, record)
      } catch {
        if let known = former.first(where: { $0.domain == name }) {
          (account.name, account.switches) = (known.name, known.switches)
        }
        (account.state, account.details) = (.failing, Console.oneLine("\(error)"))
      }
      if served == nil {
        (account.state, account.details) = (.failing, "No process serves the mount")
      } else if silent.contains(mount) {
        (account.state, account.details) = (.failing, "The mount does not answer")
      }
      return account
    }
  }

  private mutating func read(_ store: ItemStore, _ record: DomainRecord) throws(StoreError) {
    name = record.domain.displayName
    guard record.provider != nil else {
      details = "On this computer only"
      return
    }
    let process = DomainFacts.process(store)
    let facts = try ProviderFacts(store, process, notesPending: false)
    let reader = try store.makeCommittedReader()
    let held = try ProvidedReader(reader).heldDeletions()
    if case .paused = facts.restraint { switches[.pause] = true } else { switches[.pause] = false }
    switches[.notifications] = try ProvidedReader(reader).showsNotices()
    switches[.metered] = try ProvidedReader(reader).usesMeteredNetworks()
    if let held, held.items > 0 {
      let problem = ProviderProblem(held, domain: domain.string)
      (state, details) = (.failing, "\(problem.words); \(problem.remedy ?? "")")
    } else if let complaint = facts.complaints.first {
      (state, details) = (.failing, Console.oneLine(complaint))
    } else if let restraint = facts.restraint {
      details = restraint.words.prefix(1).uppercased() + restraint.words.dropFirst()
    } else if let transfers = Self.words(uploads: facts.waiting.count, downloads: facts.downloadCount) {
      (state, details) = (.syncing, transfers)
    } else {
      details = "Up to date"
    }
  }

  /// - Returns: `nil` where there are none.
  private static func words(uploads: Int64, downloads: Int64) -> String? {
    let up = uploads > 0 ? "Uploading changes of \(HumanText.items(uploads))" : nil
    let down = downloads > 0 ? "Downloading \(HumanText.items(downloads))" : nil
    let words = [up, down].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }
}
