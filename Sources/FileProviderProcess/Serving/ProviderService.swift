package import FileProviderInterface
package import FileProviderStore

/// What the process of a provider does for those that are connected to it. No call of it blocks.
package protocol ProviderService: RefreshingSource {
  /// The provider may have something new, and everything that an error held up is tried again.
  func signal()
  /// Brings the store up to date.
  func synchronize(
    listsEverything: Bool, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void)
  /// Asks the provider for its changes now, and tells it at once what waits.
  ///
  /// - Parameters:
  ///   - container: A folder that is listed again.
  ///   - whenDone: Called once the provider's changes are here.
  func catchUp(
    listing container: ItemID?, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void)
  /// Does what a manager asks for.
  func perform(_ call: NSFileProviderManager.Call, whenDone: @escaping @Sendable ((any Error)?) -> Void)
  /// Asks the provider for what it finds.
  func search(_ question: SearchQuestion, whenDone: @escaping @Sendable (Result<SearchOutcome, any Error>) -> Void)
  /// Puts the provider's small pictures into a cache.
  func makeThumbnails(
    _ question: ThumbnailQuestion, whenDone: @escaping @Sendable (Result<ThumbnailOutcome, any Error>) -> Void)
  /// Small pictures are wanted of documents whose contents are not here. Nobody waits for them.
  func noteThumbnailsWanted(_ question: ThumbnailQuestion)
  /// Asks the provider whether an alert of its own is left out.
  func askAboutInteraction(
    _ question: InteractionQuestion, whenDone: @escaping @Sendable (Result<InteractionAnswer, any Error>) -> Void)
  var status: ProcessStatus { get }
  /// Whether there is something left to do when nobody is connected.
  var isBusy: Bool { get }
  /// Whether the provider is being told of changes: that is done, however long it takes.
  var isSending: Bool { get }
}
