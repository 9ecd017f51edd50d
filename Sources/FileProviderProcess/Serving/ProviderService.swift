package import FileProviderInterface
package import FileProviderStore

/// What the process of a provider does for those that are connected to it. No call of it blocks.
package protocol ProviderService: RefreshingSource {
  /// The provider may have something new, and everything that an error held up is tried again.
  func signal()
  /// Reads the domain's settings again, and keeps to them from now on.
  func readSettings() throws
  /// Brings the store up to date.
  func synchronize(
    listsEverything: Bool, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void)
  /// Fetches the provider's changes and uploads the pending ones now.
  ///
  /// - Parameters:
  ///   - container: A folder that is listed again.
  ///   - whenDone: Called once the provider's changes have arrived.
  func catchUp(
    listing container: ItemID?, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void)
  /// Does what a manager asks for.
  ///
  /// - Parameter isWanted: Whether whoever has asked is still there. Without them nothing waits any more.
  func perform(
    _ call: NSFileProviderManager.Call, isWanted: @escaping @Sendable () -> Bool,
    whenDone: @escaping @Sendable ((any Error)?) -> Void)
  /// Asks the provider for what it finds.
  func search(_ question: SearchQuestion, whenDone: @escaping @Sendable (Result<SearchOutcome, any Error>) -> Void)
  /// Puts the provider's small pictures into a cache.
  func makeThumbnails(
    _ question: ThumbnailQuestion, whenDone: @escaping @Sendable (Result<ThumbnailOutcome, any Error>) -> Void)
  /// Requests thumbnails of documents whose contents are not downloaded, in the background.
  func noteThumbnailsWanted(_ question: ThumbnailQuestion)
  /// Asks the provider whether an alert of its own is left out.
  func askAboutInteraction(
    _ question: InteractionQuestion, whenDone: @escaping @Sendable (Result<InteractionAnswer, any Error>) -> Void)
  var status: ProcessStatus { get }
  /// Whether there is work left when there are no clients.
  var isBusy: Bool { get }
  /// Whether changes are being uploaded: that is completed, however long it takes.
  var isSending: Bool { get }
}
