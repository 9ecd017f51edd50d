// The notices are posted to `NotificationCenter.default`, in a process that has asked for its domains once.
extension NSNotification.Name {
  /// A domain was added, removed, disconnected, reconnected or described anew, by this process.
  public static let fileProviderDomainDidChange = Self("NSFileProviderDomainDidChange")

  /// Documents or folders have come to this machine or were given up; the object is the domain's manager.
  public static let fileProviderMaterializedSetDidChange = Self("NSFileProviderMaterializedSetDidChange")

  /// The set of items that wait to be synchronized has changed; the object is the domain's manager.
  public static let fileProviderPendingSetDidChange = Self("NSFileProviderPendingSetDidChange")
}

/// The same notice under its older name.
public let NSFileProviderMaterializedSetDidChange = NSNotification.Name.fileProviderMaterializedSetDidChange
/// The same notice under its older name.
public let NSFileProviderPendingSetDidChange = NSNotification.Name.fileProviderPendingSetDidChange
