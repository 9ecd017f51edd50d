import FileProviderDomains
import FileProviderInterface
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import Foundation

extension SideBarAccount {
  /// The mounted domains of this user. A domain whose store cannot be read is shown with the reason.
  ///
  /// - Throws: A failure when the folder of the domains cannot be read.
  static func mounted() throws -> [SideBarAccount] {
    try DomainDirectory.names().compactMap { name in
      let directory = DomainDirectory.url(of: name)
      guard let mount = MountRegistry.preferred(of: name, store: directory.path) else { return nil }
      var account = SideBarAccount(
        domain: name, name: name.string, mountpoint: mount.mountpoint, state: .idle, details: "")
      do { try account.read(StatusMetrics.open(name)) } catch {
        (account.state, account.details) = (.failing, Console.oneLine("\(error)"))
      }
      return account
    }
  }

  private mutating func read(_ store: ItemStore) throws(StoreError) {
    let record = try DomainRecord(domain, store)
    name = record.domain.displayName
    guard record.provider != nil else {
      details = "On this computer only"
      return
    }
    let process = DomainFacts.process(store)
    let facts = try ProviderFacts(store, process, notesPending: false)
    let held = try ProvidedReader(store.makeCommittedReader()).heldDeletions()
    if case .paused = facts.restraint { isPaused = true } else { isPaused = false }
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
