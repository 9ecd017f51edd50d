// How far contents have travelled, as a reader finds it.
extension NSFileProviderItemProtocol {
  /// Whether the provider's store has the contents. While `false`, the local copy is not given up.
  ///
  /// Not declared: uploaded. Set it to `false` only for an upload that outlives the call that started it.
  public var isUploaded: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isUploaded }
  }

  /// Whether contents are on their way to the provider's store.
  public var isUploading: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isUploading }
  }

  /// Why the last upload failed; shown to the user.
  public var uploadingError: (any Error)?? {
    Implemented.value { (self as any _NSFileProviderItemBase).uploadingError }
  }

  /// Whether contents are on this machine. Ignored in a replicated domain, where the system knows.
  public var isDownloaded: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isDownloaded }
  }

  /// Whether contents are on their way to this machine. Ignored in a replicated domain.
  public var isDownloading: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isDownloading }
  }

  /// Why the last download failed; shown to the user.
  public var downloadingError: (any Error)?? {
    Implemented.value { (self as any _NSFileProviderItemBase).downloadingError }
  }

  /// Whether the copy on this machine is the newest version.
  public var isMostRecentVersionDownloaded: Bool? {
    Implemented.value { (self as any _NSFileProviderItemBase).isMostRecentVersionDownloaded }
  }
}
