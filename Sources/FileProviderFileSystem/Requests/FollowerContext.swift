package import FileProviderStore
package import Logging

/// What a follower of the log needs: its thread's own connection to what is committed.
///
/// It reports the contents of the log, so it must not be ahead of it: changes that are acknowledged and not committed follow later, in rows of their own. It
/// is no `RequestContext`, and no call of a program can be made with it.
package final class FollowerContext {
  package let committed: CommittedReader
  package let logger: Logger

  /// - Throws: When the store cannot be read.
  package init(_ store: ItemStore, logger: Logger) throws(StoreError) {
    committed = try store.makeCommittedReader()
    self.logger = logger
  }

  /// The error number for a store's error, which is logged unless it is a mere refusal.
  func number(for error: StoreError) -> ErrorNumber { logger.number(for: error) }
}
