import FileProviderStore
import Foundation

extension Sandbox {
  /// Has the store of the default domain, which nobody has open, be one that an earlier version has made, of which no small contents were moved into the
  /// database.
  package func forgetMovedContents() throws {
    let store = try ItemStore(directory: URL(fileURLWithPath: store))
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("small-contents", to: nil)
    }
    try store.finish()
  }
}
