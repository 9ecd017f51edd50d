/// The notices to an ``NSFileProviderReplicatedExtension`` that a class may leave out, each in two spellings of which it
/// implements either.
///
/// The system calls the completion form. Its default calls the async form, whose default does nothing.
public protocol _NSFileProviderReplicatedExtensionBase: NSObjectProtocol {
  /// An import or a reimport is through: every item found on disk has been uploaded.
  @preconcurrency
  func importDidFinish(completionHandler: @escaping @Sendable () -> Void)

  /// The same in async form.
  @_disfavoredOverload func importDidFinish() async

  /// The set of items that are represented on this machine has changed.
  @preconcurrency
  func materializedItemsDidChange(completionHandler: @escaping @Sendable () -> Void)

  /// The same in async form.
  @_disfavoredOverload func materializedItemsDidChange() async

  /// The set of items that wait to be synchronized has changed.
  @preconcurrency
  func pendingItemsDidChange(completionHandler: @escaping @Sendable () -> Void)

  /// The same in async form.
  @_disfavoredOverload func pendingItemsDidChange() async
}

// As with every call of the system, the class must bear being called on any thread; hence `nonisolated(unsafe)`.
extension _NSFileProviderReplicatedExtensionBase {
  /// Asks the async form.
  public func importDidFinish(completionHandler: @escaping @Sendable () -> Void) {
    nonisolated(unsafe) let provider: any _NSFileProviderReplicatedExtensionBase = self
    Task {
      await provider.importDidFinish()
      completionHandler()
    }
  }

  /// Neither form is implemented.
  @_disfavoredOverload public func importDidFinish() async {}

  /// Asks the async form.
  public func materializedItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    nonisolated(unsafe) let provider: any _NSFileProviderReplicatedExtensionBase = self
    Task {
      await provider.materializedItemsDidChange()
      completionHandler()
    }
  }

  /// Neither form is implemented.
  @_disfavoredOverload public func materializedItemsDidChange() async {}

  /// Asks the async form.
  public func pendingItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    nonisolated(unsafe) let provider: any _NSFileProviderReplicatedExtensionBase = self
    Task {
      await provider.pendingItemsDidChange()
      completionHandler()
    }
  }

  /// Neither form is implemented.
  @_disfavoredOverload public func pendingItemsDidChange() async {}
}
