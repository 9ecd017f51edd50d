package import FileProviderStore

/// What the file system asks a replica for. The deadline of a program's request is the file system's (`ParkedRequests`).
extension Replica: ContainerSource {
  package func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket { loader.begin(subject, for: asker, whenDone: whenDone) }

  package func withdraw(_ ticket: SourceTicket) { loader.withdraw(ticket) }
}
