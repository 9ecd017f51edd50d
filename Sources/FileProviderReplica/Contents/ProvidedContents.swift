import FileProviderStore
import Foundation
import Glibc

/// Contents as they came from the provider: a file that is ours now.
struct ProvidedContents: Sendable {
  let url: URL
  /// The item they belong to, as the provider said with them.
  let item: ProvidedItem?

  /// Removes the file, if it is one.
  func discard() { unlink(url.path) }
}
