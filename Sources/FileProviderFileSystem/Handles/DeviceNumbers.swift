import FileProviderStore
import Synchronization

/// The numbers of device nodes. They never change, so a known number is valid as long as the node exists.
final class DeviceNumbers: Sendable {
  /// The most numbers that are remembered; others are read again.
  private static let limit = 4096
  private let numbers = Mutex<[ItemID: UInt64]>([:])

  func note(_ number: UInt64, of id: ItemID) {
    numbers.withLock {
      if $0.count >= Self.limit { $0.removeAll() }
      $0[id] = number
    }
  }

  /// The number of a node that was just found; 0 when the node was removed meanwhile.
  func find(_ id: ItemID, in store: ItemStore) -> UInt64 {
    if let known = numbers.withLock({ $0[id] }) { return known }
    let number = try? store.readPresent { (now) throws(StoreError) in try now.device(of: id) }
    guard let number, number != 0 else { return 0 }
    note(number, of: id)
    return number
  }
}
