// Whether the provider lets anything be added to the root.
extension CapabilityReader {
  /// Whether the provider lets something be added to the root.
  package func rootTakesItems() throws(StoreError) -> Bool {
    try reader.item(.root)?.flags.contains(.restricted) != true
  }
}

extension Transaction {
  /// Notes whether the provider lets anything be added to the root. Its mode shows it, as that of any folder.
  package func setRootTakesItems(_ takesItems: Bool) throws(StoreError) {
    guard try CapabilityReader(reader).rootTakesItems() != takesItems else { return }
    try setFlags(.restricted, !takesItems, of: .root)
    let mode = try item(.root).mode
    var changes = AttributeChanges()
    changes.mode = takesItems ? mode | 0o200 : mode & ~0o222
    try setAttributes(changes, of: .root)
  }
}
