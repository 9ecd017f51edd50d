/// Who shows a file or a folder, and is told of what code of this process writes there with an ``NSFileCoordinator``: afterwards, on a queue of
/// its own. Nobody waits for it, so nobody asks it to save first, or to step aside.
///
/// Apple: Foundation / `NSFilePresenter`.
public protocol NSFilePresenter: NSObjectProtocol {
  /// The file or folder.
  var presentedItemURL: URL? { get }
  /// Where it is told.
  var presentedItemOperationQueue: OperationQueue { get }
  /// The file was written.
  func presentedItemDidChange()
  /// The file, or a folder that it is in, has another name.
  func presentedItemDidMove(to newURL: URL)
  /// The file, or a folder that it is in, was deleted. What the handler is given is not looked at.
  func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void)
  /// A file in the folder was written, or came.
  func presentedSubitemDidChange(at url: URL)
  /// A file in the folder has another name.
  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL)
  /// A file in the folder was deleted. What the handler is given is not looked at.
  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void)
}

extension NSFilePresenter {
  public func presentedItemDidChange() {}
  public func presentedItemDidMove(to newURL: URL) {}
  public func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    completionHandler(nil)
  }
  public func presentedSubitemDidChange(at url: URL) {}
  public func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {}
  public func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { completionHandler(nil) }
}
