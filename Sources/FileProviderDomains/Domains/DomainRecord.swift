package import FileProviderInterface
import FileProviderReplica
package import FileProviderStore
import Foundation

/// A domain as its provider describes it, in the settings of its store.
package struct DomainRecord {
  package let name: DomainName
  package let provider: String?
  package let identifier: NSFileProviderDomainIdentifier
  private let facts: [String: String]

  private static let keys = [
    DomainSetting.displayName, DomainSetting.disconnected, DomainSetting.hidden, DomainSetting.userInfo,
    DomainSetting.backingStore, DomainSetting.withoutSearch, DomainSetting.testingModes, "trash",
  ]

  package init(_ name: DomainName, _ store: ItemStore) throws(StoreError) {
    self.name = name
    (provider, identifier, facts) = try store.readCommitted { (reader) throws(StoreError) in
      var facts: [String: String] = [:]
      for key in Self.keys { facts[key] = try reader.setting(key) }
      let identifier = try reader.setting(DomainSetting.identifier) ?? name.string
      return (try reader.setting(DomainSetting.provider), NSFileProviderDomainIdentifier(identifier), facts)
    }
  }

  /// The domain as a provider gets it.
  package var domain: NSFileProviderDomain {
    let domain = NSFileProviderDomain(
      identifier: identifier, displayName: facts[DomainSetting.displayName] ?? name.string)
    domain.isHidden = facts[DomainSetting.hidden] != nil
    domain.isDisconnected = facts[DomainSetting.disconnected] != nil
    domain.supportsSyncingTrash = facts["trash"] != "none"
    domain.supportsStringSearchRequest = facts[DomainSetting.withoutSearch] == nil
    domain.testingModes = .init(rawValue: facts[DomainSetting.testingModes].flatMap { UInt($0) } ?? 0)
    domain.backingStoreIdentity = facts[DomainSetting.backingStore].map { Data($0.utf8) }
    domain.userInfo = facts[DomainSetting.userInfo].flatMap { PropertyListText.facts($0) }
    return domain
  }

  /// Writes a provider's properties of a domain.
  ///
  /// - Parameter userInfo: As `text(of:)` made it.
  package static func write(_ domain: NSFileProviderDomain, userInfo: String?, to transaction: Transaction)
    throws(StoreError)
  {
    try transaction.changeSetting(DomainSetting.identifier, to: domain.identifier.rawValue)
    try transaction.changeSetting(DomainSetting.displayName, to: domain.displayName)
    try transaction.changeSetting(DomainSetting.hidden, to: domain.isHidden ? "1" : nil)
    try transaction.changeSetting(DomainSetting.userInfo, to: userInfo)
    try transaction.changeSetting(DomainSetting.withoutSearch, to: domain.supportsStringSearchRequest ? nil : "1")
    let modes = domain.testingModes.rawValue
    try transaction.changeSetting(DomainSetting.testingModes, to: modes == 0 ? nil : String(modes))
    if try transaction.reader.setting(DomainSetting.backingStore) == nil {
      try transaction.changeSetting(DomainSetting.backingStore, to: UUID().uuidString)
    }
  }

  /// A provider's facts as the store keeps them.
  ///
  /// - Throws: When they are no property list.
  package static func text(of userInfo: [AnyHashable: Any]?) throws -> String? {
    try userInfo.map { try PropertyListText.make($0) }
  }
}
