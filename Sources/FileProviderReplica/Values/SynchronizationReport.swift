public import FileProviderInterface

/// What a synchronization could not do. One container that fails stops none of the others.
public struct SynchronizationReport: Sendable {
  /// A container and why it is not up to date.
  public struct Failure: Sendable {
    /// The container; the working set, when the changes themselves could not be asked for.
    public var container: NSFileProviderItemIdentifier
    /// The provider's error, or the store's.
    public var error: any Error
  }

  /// What failed, in the order in which it was tried.
  public var failures: [Failure] = []
  /// Whether something waits for a later round, although nothing failed.
  var isPutOff = false

  /// Whether everything is up to date.
  public var isComplete: Bool { failures.isEmpty }
}
