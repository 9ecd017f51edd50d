import FileProviderStore
import Foundation
import Synchronization

/// The stores that this process has open for longer: a manager's call uses them, and opens no second time.
enum LentStores {
  private struct Loan {
    weak var store: ItemStore?
  }

  private static let loans = Mutex<[String: Loan]>([:])

  static func lend(_ store: ItemStore) { loans.withLock { $0[store.directory.path] = Loan(store: store) } }
  static func store(in directory: URL) -> ItemStore? { loans.withLock { $0[directory.path]?.store } }
}
