import FileProviderInterface
import FileProviderProcess
import FileProviderReplica
import FileProviderStore
import Foundation

/// A replica, as those who are connected to its process see it.
final class HostedReplica: ProviderService {
  private let replica: Replica
  private let since = Timestamp.now

  init(_ replica: Replica) { self.replica = replica }

  func begin(
    _ subject: SourceSubject, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    replica.begin(subject, whenDone: whenDone)
  }

  func withdraw(_ ticket: SourceTicket) { replica.withdraw(ticket) }
  func signal() { replica.signal() }

  func synchronize(
    listsEverything: Bool, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void
  ) {
    replica.synchronize(listsEverything: listsEverything) { result in
      whenDone(
        result.map { report in
          SynchronizationOutcome(
            report.failures.map { .init(container: $0.container.rawValue, error: SentError($0.error)) })
        })
    }
  }

  var status: ProcessStatus {
    ProcessStatus(
      since: since.rawValue / 1000, loads: replica.loadCount, residentBytes: ResidentMemory.bytes)
  }

  var isBusy: Bool { replica.isPulling }
}
