import FileProviderInterface
import Foundation

/// Calls whose answer is a matter of rules of their own.
extension ProviderCaller {
  /// Begins to create an item, and cancels at once.
  ///
  /// - Returns: `nil` when it was not answered.
  func cancelCreation(of template: TemplateItem, contents: URL) throws -> CallEnd? {
    let end = try unwaited { box, done in
      let progress = box.provider.createItem(
        basedOn: template, fields: [.filename, .parentItemIdentifier, .contents], contents: contents, options: [],
        request: NSFileProviderRequest()
      ) { _, _, _, error in done(CallEnd(error: error as NSError?)) }
      progress.cancel()
    }
    if let error = end?.error { _ = failure(error, of: "createItem") }
    return end
  }

  /// Tells that what is on the machine has changed.
  ///
  /// - Returns: Whether it was answered.
  func noticeMaterializedItems() throws -> Bool {
    try unwaited { box, done in box.provider.materializedItemsDidChange { done(CallEnd(error: nil)) } } != nil
  }

  /// Sends the notice that pending items changed.
  ///
  /// - Returns: Whether it was answered.
  func noticePendingItems() throws -> Bool {
    try unwaited { box, done in box.provider.pendingItemsDidChange { done(CallEnd(error: nil)) } } != nil
  }

  private func unwaited(
    _ call: @escaping @Sendable (ProviderBox, @escaping @Sendable (CallEnd) -> Void) -> Void
  ) throws -> CallEnd? {
    let answer = Answer<CallEnd>()
    let box = box
    Thread.detachNewThread { call(box) { _ = answer.give($0) } }
    return try answer.wait(seconds: deadline, isInterrupted: isInterrupted)
  }
}
