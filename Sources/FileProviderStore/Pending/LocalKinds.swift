/// Which kinds of things that no provider stores there have been in a store: the setting `push.kept`. Each is logged once.
package struct LocalKinds: OptionSet, Sendable, Hashable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }

  package static let pipes = LocalKinds(rawValue: 1)
  package static let sockets = LocalKinds(rawValue: 2)
  package static let devices = LocalKinds(rawValue: 4)
  /// Owners, and permissions of others than the owner.
  package static let owners = LocalKinds(rawValue: 8)

  static let setting = "push.kept"
}

extension PendingReader {
  /// Which kinds of things that no provider stores were noted so far.
  package func localKinds() throws(StoreError) -> LocalKinds {
    LocalKinds(rawValue: try reader.setting(LocalKinds.setting).flatMap { Int64($0) } ?? 0)
  }
}

extension PendingEditor {
  func noteLocalKinds(_ kinds: LocalKinds) throws(StoreError) {
    let known = try PendingReader(reader).localKinds()
    if !known.isSuperset(of: kinds) {
      try transaction.changeSetting(LocalKinds.setting, to: String(known.union(kinds).rawValue))
    }
  }

  /// Notes that an item stays on this machine because no provider knows such items.
  func noteUnknown(_ id: ItemID, _ kind: ItemKind) throws(StoreError) {
    try noteLocalKinds(kind == .fifo ? .pipes : kind == .socket ? .sockets : .devices)
    try ReplicationEditor(transaction).keepLocal(id)
  }
}
