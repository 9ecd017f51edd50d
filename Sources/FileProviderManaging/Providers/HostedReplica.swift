import FileProviderDomains
import FileProviderInterface
import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import FileProviderThumbnails
import Foundation
import LinuxSystem
import Logging

/// A replica, as those who are connected to its process see it.
final class HostedReplica: ProviderService {
  private let replica: Replica
  private let thumbnails: ThumbnailMaker
  private let thumbnailRequests: ThumbnailRequests
  private let since = Timestamp.now
  /// Reads what is the provider's own of the settings.
  private let readOwnSettings: @Sendable () throws -> Void

  /// - Parameter readOwnSettings: Reads what is the provider's own of the settings.
  init(_ replica: Replica, _ store: ItemStore, logger: Logger, readOwnSettings: @escaping @Sendable () throws -> Void) {
    self.replica = replica
    self.readOwnSettings = readOwnSettings
    thumbnails = ThumbnailMaker(replica: replica, store: store)
    thumbnailRequests = ThumbnailRequests(thumbnails, logger: logger)
  }

  func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    replica.begin(subject, for: asker, whenDone: whenDone)
  }

  func withdraw(_ ticket: SourceTicket) { replica.withdraw(ticket) }
  func signal() { replica.signal() }

  func readSettings() throws {
    try replica.readSettings()
    try readOwnSettings()
  }

  func synchronize(
    listsEverything: Bool, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void
  ) {
    replica.synchronize(listsEverything: listsEverything) { result in
      whenDone(result.map { SynchronizationOutcome($0) })
    }
  }

  func perform(
    _ call: NSFileProviderManager.Call, isWanted: @escaping @Sendable () -> Bool,
    whenDone: @escaping @Sendable ((any Error)?) -> Void
  ) {
    replica.perform(call, isWanted: isWanted, whenDone: whenDone)
  }

  var status: ProcessStatus {
    ProcessStatus(
      since: since.rawValue / 1000, loads: replica.loadCount, residentBytes: ResidentMemory.bytes, details: details)
  }

  private var details: ProcessDetails {
    ProcessDetails(
      lastPull: replica.lastPull,
      downloads: replica.runningDownloads.map { .init(item: $0.document, completed: $0.completed, total: $0.total) },
      problems: replica.problems.map {
        .init(item: $0.item, count: $0.count, since: $0.since.rawValue / 1000, error: SentError($0.error))
      }, isMetered: replica.isRestrainedByNetwork)
  }

  func search(
    _ question: SearchQuestion, whenDone: @escaping @Sendable (Result<SearchOutcome, any Error>) -> Void
  ) {
    replica.search(for: question.query, wanted: question.wanted) { whenDone($0.map { SearchOutcome($0) }) }
  }

  func makeThumbnails(
    _ question: ThumbnailQuestion, whenDone: @escaping @Sendable (Result<ThumbnailOutcome, any Error>) -> Void
  ) {
    let isStarted = NativeThread.start(name: "thumbnails", stackSize: NativeThread.stackOfOthers) { [thumbnails] in
      whenDone(Result { try thumbnails.make(question) })
    }
    if !isStarted { whenDone(.failure(NSFileProviderError(.providerDomainTemporarilyUnavailable))) }
  }

  func noteThumbnailsWanted(_ question: ThumbnailQuestion) {
    // No program waits for these.
    if !replica.isRestrained { thumbnailRequests.note(question) }
  }

  func askAboutInteraction(
    _ question: InteractionQuestion, whenDone: @escaping @Sendable (Result<InteractionAnswer, any Error>) -> Void
  ) {
    replica.updateSuppression(of: question.identifier, suppresses: question.suppresses) { result in
      whenDone(result.map { isSuppressed in isSuppressed.map { $0 ? .suppressed : .shown } ?? .notKept })
    }
  }

  func catchUp(
    listing container: ItemID?, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void
  ) {
    replica.catchUp(listing: container) { whenDone($0.map { SynchronizationOutcome($0) }) }
  }

  func noteOpening(of folder: ItemID, refreshAfter age: Int64?) {
    replica.noteOpening(of: folder, refreshAfter: age)
  }

  var isBusy: Bool { replica.isPulling || replica.isPushing }
  var isSending: Bool { replica.isPushing }
}

extension SearchOutcome {
  fileprivate init(_ found: Replica.Findings) {
    let findings = found.findings.map { finding -> Finding in
      switch finding {
      case .item(let id): .item(id)
      case .elsewhere(let identifier, let filename): .elsewhere(identifier: identifier, filename: filename)
      }
    }
    self.init(findings, hasMore: found.hasMore)
  }
}

extension SynchronizationOutcome {
  fileprivate init(_ report: SynchronizationReport) {
    self.init(report.failures.map { .init(container: $0.container.rawValue, error: SentError($0.error)) })
  }
}
