import FileProviderInterface
import FileProviderStore
import Logging

/// Items in folders that were never listed: members of the working set, and the folders above them.
///
/// When changes may have been missed, listing again what was listed does not reach these. They are few, and each is
/// asked for.
extension Replica {
  /// Set while they have to be asked for.
  static let straysSetting = "replica.strays"

  /// Asks for all of them, if that is due.
  func askForStrays(_ report: inout SynchronizationReport) {
    do {
      guard try store.readCommitted({ (reader) throws(StoreError) in try reader.setting(Self.straysSetting) }) != nil
      else {
        return
      }
      var key = ItemID.none
      while true {
        let some = try store.readCommitted { (reader) throws(StoreError) in try reader.strays(after: key, limit: 100) }
        guard let last = some.last else { break }
        key = last
        for id in some { try askForStray(id) }
      }
      try change { (transaction) throws(StoreError) in try transaction.setSetting(Self.straysSetting, to: nil) }
    } catch {
      note(error, of: .none)
      report.failures.append(.init(container: .workingSet, error: error))
    }
  }

  /// - Throws: An error which says that the provider cannot be asked at all; an item that it cannot tell of stays as it
  ///   is.
  private func askForStray(_ id: ItemID) throws {
    guard
      let identifier = try store.readCommitted({ (reader) throws(StoreError) in try reader.providerIdentifier(of: id) })
    else {
      return
    }
    do {
      try apply(ProvidedBatch(updated: [try calls.item(for: identifier)]), anchor: nil)
    } catch let error as StoreError {
      throw error
    } catch {
      switch ProviderErrorPolicy(error).reaction {
      case .remove: try removeHere(id)
      case .wait, .answer: throw error
      default: note(error, of: id)
      }
    }
  }
}
