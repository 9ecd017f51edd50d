import FileProviderInterface
import FileProviderStore
import Logging

/// The keys of a replica's log. Names of items are user data and appear at trace level only, and where an item is logged that the
/// provider gets wrong; identifiers are the provider's.
extension Logger {
  enum Key {
    static let error = "error"
    static let code = "error.code"
    static let item = "item"
    static let identifier = "item.identifier"
    static let name = "item.name"
    static let field = "item.field"
    static let count = "count"
    static let call = "call"
  }

  /// The domain and code of an error, and its description.
  static func metadata(_ error: any Error) -> Logger.Metadata {
    // A store's error has no localized text for other processes.
    if let error = error as? StoreError { return [Key.code: "store \(error.code.rawValue)", Key.error: "\(error)"] }
    let error = error as NSError
    return [Key.code: "\(error.domain) \(error.code)", Key.error: "\(error.words)"]
  }
}
