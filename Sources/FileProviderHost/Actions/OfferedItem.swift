import FileProviderInterface
import FileProviderManaging
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import Foundation
import LinuxSystem
import PredicateFormat

/// An item as the rules of actions see it: by the names that the properties of `NSFileProviderItemProtocol` have in Objective-C, or as their getters
/// have them.
struct OfferedItem: RuleObject {
  private let values: [String: RuleValue]

  init(_ record: ItemRecord, _ reader: StoreReader) throws(StoreError) {
    let item = record.attributes
    var values: [String: RuleValue] = [
      "itemIdentifier": .text(try reader.identifier(of: record.id).rawValue),
      "parentItemIdentifier": .text(try reader.identifier(of: record.parent).rawValue),
      "filename": .text(record.name.spelling),
      "documentSize": record.kind == .file ? .number(Double(item.size)) : .null,
      "creationDate": .date(item.created), "contentModificationDate": .date(item.modified),
      "symlinkTargetPath": .null,
    ]
    if let target = try reader.target(of: record.id) { values["symlinkTargetPath"] = .text(String(spelling: target)) }
    let provided = try ProvidedReader(reader).provided(record.id)
    let type = provided?.contentType ?? StoredItemType.identifier(of: record)
    values["contentType"] = .facts(["identifier": .text(type)])
    values["typeIdentifier"] = .text(type)
    values["capabilities"] = .number(Double(provided?.capabilities ?? 127))
    let membership = try reader.membership(of: record.id)
    values["favoriteRank"] = membership?.favoriteRank.map { .number(Double($0)) } ?? .null
    values["lastUsedDate"] = membership?.lastUsed.map { .date($0) } ?? .null
    values["tagData"] = membership?.tags.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
    let reported = try reader.providerAttributes(of: record.id)
    let transfer = try TransferState(record, reader)
    let flags = [
      "Trashed": record.parent == .trash, "Shared": membership?.shared ?? false,
      "SharedByCurrentUser": reported[.sharedByMe] == [UInt8(ascii: "1")], "Downloaded": transfer.isDownloaded,
      "MostRecentVersionDownloaded": transfer.isMostRecentVersionDownloaded, "Uploaded": transfer.isUploaded,
      "Uploading": transfer.isUploading, "Downloading": transfer.isDownloading,
    ]
    for (name, flag) in flags {
      values["is" + name] = .truth(flag)
      values[name.prefix(1).lowercased() + name.dropFirst()] = .truth(flag)
    }
    let own = Self.facts(reported)
    let inherited = try Self.inherited(by: record, reader)
    values["userInfo"] = .facts(own)
    values["inheritedUserInfo"] = .facts(inherited)
    values["resolvedUserInfo"] = .facts(inherited.merging(own.filter(Self.isHandedDown)) { $1 })
    self.values = values
  }

  func value(_ key: String) throws -> RuleValue {
    guard let value = values[key] else { throw ActivationRule.NotUnderstood("items have no key “\(key)”") }
    return value
  }

  private static func facts(_ reported: [ProviderAttribute: [UInt8]]) -> [String: RuleValue] {
    guard let text = reported[.userInfo],
      let facts = (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: Any]
    else { return [:] }
    return facts.mapValues { RuleValue(json: $0) }
  }

  /// The facts that the folders above an item hand down to it, the nearest first.
  private static func inherited(by record: ItemRecord, _ reader: StoreReader) throws(StoreError) -> [String: RuleValue]
  {
    var inherited: [String: RuleValue] = [:]
    var next = record
    while !next.id.isFixed, let folder = try reader.record(next.parent) {
      if folder.attributes.flags.contains(.attributed) {
        let facts = facts(try reader.providerAttributes(of: folder.id)).filter(isHandedDown)
        inherited.merge(facts) { nearer, _ in nearer }
      }
      next = folder
    }
    return inherited
  }

  private static func isHandedDown(_ fact: (key: String, value: RuleValue)) -> Bool { fact.key.hasSuffix(".inherited") }
}

extension RuleValue {
  fileprivate static func date(_ time: Timestamp) -> RuleValue {
    .text(time.date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }
}

/// Reads what the rules of actions may ask about a domain.
struct DomainFactsReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }

  /// The domain state that the provider reports, for rules.
  func domainFacts() throws(StoreError) -> [String: RuleValue] {
    try StoredDomainState.values(reader)?.mapValues { RuleValue(propertyList: $0) } ?? [:]
  }
}
