/// When the system downloads an item's contents and when it may give them up again.
///
/// Apple: File Provider / `NSFileProviderContentPolicy`.
public enum NSFileProviderContentPolicy: Int, Hashable, Sendable {
  /// As the parent; at the root, as ``downloadLazily``.
  case inherited = 0
  /// Download on first use; keep until space is needed, also when a newer version appears.
  case downloadLazily = 1
  /// Download on first use; give the local copy up when a newer version appears.
  case downloadLazilyAndEvictOnRemoteUpdate = 2
  /// Download at once, download again on every new version, and never give up.
  case downloadEagerlyAndKeepDownloaded = 3
}
