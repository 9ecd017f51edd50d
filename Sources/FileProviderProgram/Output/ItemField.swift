package import FileProviderStore
import LinuxSystem

/// The fields of an item for `--fields`, which are also in the lines of `ls --json`.
package enum ItemField: String, CaseIterable, Sendable {
  case name, size, mtime, ctime, atime, birthtime, mode, uid, gid, tags, favorite, lastUsed, pinned, shared, trashed
  case contentType, version, state, target, device, xattrs, ownerName, editorName, sharedByMe

  /// Reads a list such as `size,mtime`.
  package static func parse(_ list: String) throws -> [ItemField] {
    var fields: [ItemField] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let field = ItemField(rawValue: String(word)) else {
        throw CommandFailure(
          "field “\(word)”", "no such field",
          remedy: "the fields are \(allCases.map(\.rawValue).joined(separator: ", "))", status: .usage)
      }
      // A JSON object has each key once.
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }

  /// Adds the field of an item to an object.
  package func add(_ record: ItemRecord, _ reader: StoreReader, to object: inout JSONObject) throws {
    let item = record.attributes
    switch self {
    case .name: try object.add("name", bytes: "nameBytes", spelling: record.name.spelling)
    case .size: try object.add("size", item.size)
    case .mtime: try object.add("mtime", time: item.modified)
    case .ctime: try object.add("ctime", time: item.changed)
    case .atime: try object.add("atime", time: item.accessed)
    case .birthtime: try object.add("birthtime", time: item.created)
    case .mode: try object.add("mode", Int64(item.mode))
    case .uid: try object.add("uid", Int64(item.owner))
    case .gid: try object.add("gid", Int64(item.group))
    case .version: try object.add("version", item.lastChange.rawValue)
    case .state: try object.add("state", item.flags.contains(.dataless) ? "dataless" : "local")
    case .contentType: try object.add("contentType", StoredItemType.identifier(of: record))
    case .target: try addTarget(record, reader, to: &object)
    case .device:
      if item.kind.isDevice { try object.add("device", Int64(bitPattern: reader.device(of: item.id))) }
    case .xattrs:
      try object.add("xattrs", item.flags.contains(.attributed) ? reader.extendedAttributeNames(of: item.id) : [])
    case .ownerName, .editorName, .sharedByMe: try addPeople(record, reader, to: &object)
    case .tags, .favorite, .lastUsed, .pinned, .shared, .trashed:
      try addMembership(record, reader, to: &object)
    }
  }

  private func addTarget(_ record: ItemRecord, _ reader: StoreReader, to object: inout JSONObject) throws {
    guard record.kind == .symlink, let target = try reader.target(of: record.id) else { return }
    try object.add("target", bytes: "targetBytes", spelling: String(spelling: target))
  }

  /// Only if the provider reports them.
  private func addPeople(_ record: ItemRecord, _ reader: StoreReader, to object: inout JSONObject) throws {
    let people = try ItemPeople(record, reader)
    switch self {
    case .ownerName: if let name = people.owner { try object.add("ownerName", name) }
    case .editorName: if let name = people.editor { try object.add("editorName", name) }
    default: if let isByMe = people.isSharedByMe { try object.add("sharedByMe", isByMe) }
    }
  }

  private func addMembership(_ record: ItemRecord, _ reader: StoreReader, to object: inout JSONObject) throws {
    let membership = record.attributes.flags.contains(.member) ? try reader.membership(of: record.id) : nil
    switch self {
    case .tags: try object.add("tags", membership?.tagList ?? [])
    case .favorite:
      if let rank = membership?.favoriteRank {
        try object.add("favorite", rank)
      } else {
        try object.add("favorite", String?.none)
      }
    case .lastUsed:
      if let time = membership?.lastUsed {
        try object.add("lastUsed", time: time)
      } else {
        try object.add("lastUsed", String?.none)
      }
    case .pinned: try object.add("pinned", membership?.pinned ?? false)
    case .shared: try object.add("shared", membership?.shared ?? false)
    default: try object.add("trashed", record.parent == .trash)
    }
  }
}

extension JSONObject {
  package mutating func add(_ name: StaticString, time: Timestamp) throws {
    try add(name) { try $0.appendJSONTime(nanoseconds: time.rawValue) }
  }
}
