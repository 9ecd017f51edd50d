extension NSFileProviderManager {
  /// What the process of a domain's provider can be asked for by way of a manager.
  package enum Call: Equatable, Sendable {
    case signal(NSFileProviderItemIdentifier)
    case errorResolved(domain: String, code: Int)
    case evict(NSFileProviderItemIdentifier)
    case download(NSFileProviderItemIdentifier, NSRange?)
    case modify(NSFileProviderItemFields, NSFileProviderItemIdentifier, NSFileProviderModifyItemOptions)
    case reimport(NSFileProviderItemIdentifier)
    case waitForChanges(NSFileProviderItemIdentifier)
    case waitForStabilization
    case disconnect(reason: String, isTemporary: Bool)
    case reconnect
    /// What a folder had is imported and is to be uploaded; then the provider is notified that it has all of it.
    case finishImport
    case action(NSFileProviderExtensionActionIdentifier, [NSFileProviderItemIdentifier])
  }
}
