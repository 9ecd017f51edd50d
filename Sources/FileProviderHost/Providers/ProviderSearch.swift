import FileProviderDomains
import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import LinuxSystem

/// What a domain's provider finds, beside what the index of this machine has.
struct ProviderSearch {
  /// An item of the store, or the name of one that is at the provider alone.
  enum FoundItem {
    case item(ItemRecord)
    case elsewhere(identifier: String, filename: String)
  }

  let domain: DomainName
  /// The search terms as typed.
  let query: String

  /// How long the process may take in total, to start and to answer. It gives the provider somewhat less, and then returns the results so far.
  private static let patience = Duration.seconds(10)

  /// Whether the provider is to be asked, which its process has noted in the store.
  static func canSearch(_ reader: StoreReader) throws(StoreError) -> Bool {
    try reader.setting(Replica.searchSetting) != nil
  }

  /// Asks the provider. A failure is only a notice, since the local results are complete.
  ///
  /// - Parameters:
  ///   - wanted: Maximum number of results.
  ///   - known: Items that were found here, which are left out.
  /// - Returns: Its further results, and whether there are more.
  func run(
    wanted: Int, except known: Set<ItemID>, _ reader: StoreReader
  ) throws -> (findings: [FoundItem], hasMore: Bool) {
    let deadline = Deadline.after(Self.patience)
    do {
      let store = try DomainDirectory.open(domain)
      let access = try ProviderAccess(domain, store, patience: Self.patience)
      let question = SearchQuestion(query: query, wanted: wanted)
      let answer = try access.ask(.search, question.payload, until: deadline)
      guard case .done(let payload) = answer else { throw Self.failure(answer) }
      return try read(SearchOutcome(payload), except: known, reader)
    } catch let end as CommandEnd {
      throw end
    } catch {
      let failure = CommandFailure("domain “\(domain)”", error)
      Console.say("only items on this machine were searched: \(failure.reason)")
      return ([], false)
    }
  }

  private static func failure(_ answer: Answer?) -> CommandFailure {
    guard case .failed(let error) = answer else {
      return CommandFailure("search", "the provider did not answer in time")
    }
    return CommandFailure("search", error.description)
  }

  private func read(
    _ outcome: SearchOutcome, except known: Set<ItemID>, _ reader: StoreReader
  ) throws -> (findings: [FoundItem], hasMore: Bool) {
    let findings = try outcome.findings.compactMap { finding -> FoundItem? in
      switch finding {
      case .item(let id): known.contains(id) ? nil : try reader.record(id).map { .item($0) }
      case .elsewhere(let identifier, let filename): .elsewhere(identifier: identifier, filename: filename)
      }
    }
    return (findings, outcome.hasMore)
  }
}
