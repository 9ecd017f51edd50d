extension NSFileProviderManager {
  /// What is kept of a domain that is removed. Apple: File Provider / `NSFileProviderManager.DomainRemovalMode`.
  public enum DomainRemovalMode: Int, Sendable {
    /// Nothing.
    case removeAll = 0
    /// Documents with changes that the provider does not have.
    case preserveDirtyUserData = 1
    /// Documents whose contents are on this machine.
    case preserveDownloadedUserData = 2
  }
}
