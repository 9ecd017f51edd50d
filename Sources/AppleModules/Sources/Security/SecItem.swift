public import Foundation
import SecretService

/// Adds an item to the default keyring of the person's session.
///
/// - Parameters:
///   - attributes: `kSecClass`, the attributes of the item, and its secret (`kSecValueData`, nothing by default).
///   - result: Gets what `kSecReturnData` and `kSecReturnAttributes` ask for.
/// - Returns: `errSecDuplicateItem` when account, service, access group and kind are those of another item; of an internet password all that says where it is for. Two programs that add the same
///   item in the same moment are not told apart: there are two then.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  status {
    let item = try PasswordQuery(attributes)
    guard item.limit == nil, !item.isAnySynchronizable else { return errSecParam }
    let service = try SecretService(isInteractive: item.isInteractive)
    let stored = item.kind.identity.merging(item.attributes) { $1 }
      .merging(item.kind.schema) { $1 }
    guard try !service.isTaken(stored, item.kind) else { return errSecDuplicateItem }
    let label =
      item.label ?? item.attributes["service"] ?? item.attributes["server"] ?? item.attributes["account"] ?? ""
    let new = try service.store(
      [UInt8](item.secret ?? Data()), label: label, attributes: stored, replaces: false)
    if item.returnsData || item.returnsAttributes { result?.pointee = try service.value(of: new, item) }
    return errSecSuccess
  }
}

/// Finds items, and gives their secrets or attributes.
///
/// - Parameters:
///   - query: `kSecClass`, attributes that the items have, how many, and what of them is given.
///   - result: Gets a `Data`, a dictionary where `kSecReturnAttributes` is true, a list of either with a limit of more than one.
/// - Returns: `errSecItemNotFound` when there is none.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  status {
    let query = try PasswordQuery(query)
    guard query.secret == nil else { return errSecParam }
    let service = try SecretService(isInteractive: query.isInteractive)
    let items = try service.items(query)
    guard let first = items.first else { return errSecItemNotFound }
    guard query.returnsData || query.returnsAttributes else { return errSecSuccess }
    switch query.limit ?? .one {
    case .one: result?.pointee = try service.value(of: first, query)
    case .many(let count):
      let values = try items.prefix(count).compactMap { item in try service.value(of: item, query) }
      result?.pointee = values as NSArray
    }
    return errSecSuccess
  }
}

/// Changes all items that a query finds.
///
/// - Parameter attributesToUpdate: The new values; what is not in it stays.
/// - Returns: `errSecItemNotFound` when there is none, `errSecDuplicateItem` when one would become what another is.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  status {
    let query = try PasswordQuery(query)
    let values = try PasswordQuery(attributesToUpdate, of: query.kind)
    guard !query.asksForResults, query.secret == nil, !values.asksForResults, !values.isAnySynchronizable else {
      return errSecParam
    }
    let service = try SecretService(isInteractive: query.isInteractive)
    let items = try service.items(query)
    guard !items.isEmpty else { return errSecItemNotFound }
    for item in items where try !service.change(item, values) { return errSecDuplicateItem }
    return errSecSuccess
  }
}

/// Deletes all items that a query finds.
///
/// - Returns: `errSecItemNotFound` when there is none.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  status {
    let query = try PasswordQuery(query)
    guard !query.asksForResults, query.secret == nil else { return errSecParam }
    let service = try SecretService(isInteractive: query.isInteractive)
    let items = try service.items(query)
    guard !items.isEmpty else { return errSecItemNotFound }
    for item in items { try service.delete(item) }
    return errSecSuccess
  }
}

private func status(_ body: () throws -> OSStatus) -> OSStatus {
  do {
    return try body()
  } catch let refused as PasswordQuery.Refused {
    return refused.status
  } catch let error as SecretServiceError {
    switch error {
    case .noLibrary, .noBus, .noService: return errSecNotAvailable
    case .noDefaultCollection: return errSecNoDefaultKeychain
    case .locked: return errSecInteractionNotAllowed
    case .dismissed: return errSecUserCanceled
    case .unspeakable: return errSecParam
    case .failed: return errSecIO
    }
  } catch {
    return errSecInternalError
  }
}
