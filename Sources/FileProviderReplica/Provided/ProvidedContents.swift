import FileProviderStore
import Foundation
import Glibc

/// A file that was downloaded from a provider.
protocol DownloadedFile: Sendable {
  /// Removes it.
  func discard()
}

/// Contents that came from the provider: the file belongs to the replica now.
struct ProvidedContents: DownloadedFile {
  let url: URL
  /// The item they belong to, as the provider delivered it with them.
  let item: ProvidedItem?

  /// Removes the file, if it is one.
  func discard() { unlink(url.path) }
}
