/// Which kinds of things that no provider holds there have been in a store: the setting `push.kept`. People are told of each once.
package struct KeptKinds: OptionSet, Sendable, Hashable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }

  package static let pipes = KeptKinds(rawValue: 1)
  package static let sockets = KeptKinds(rawValue: 2)
  package static let devices = KeptKinds(rawValue: 4)
  /// Owners, and permissions of others than the owner.
  package static let owners = KeptKinds(rawValue: 8)

  static let setting = "push.kept"
}

extension PendingReader {
  /// Which kinds of things that no provider holds were noted so far.
  package func keptKinds() throws(StoreError) -> KeptKinds {
    KeptKinds(rawValue: try reader.setting(KeptKinds.setting).flatMap { Int64($0) } ?? 0)
  }
}

extension PendingEditor {
  func noteKept(_ kinds: KeptKinds) throws(StoreError) {
    let known = try PendingReader(reader).keptKinds()
    if !known.isSuperset(of: kinds) {
      try transaction.changeSetting(KeptKinds.setting, to: String(known.union(kinds).rawValue))
    }
  }

  /// Notes that an item stays on this machine because no provider knows such items.
  func noteUnknown(_ id: ItemID, _ kind: ItemKind) throws(StoreError) {
    try noteKept(kind == .fifo ? .pipes : kind == .socket ? .sockets : .devices)
    try ReplicationEditor(transaction).keepLocal(id)
  }
}
