/// What the provider reports about an item, verbatim.
package struct Statement: Hashable, Sendable {
  package var identifier: Identifier
  package var parent: Identifier
  package var name: String
  package var kind: Kind
  /// The number of its bytes; of a link, those of its target. Nil where it is not known.
  package var size: Int?
  package var version: Version
  package var fields: Fields
  /// The target of a link. Nil for other kinds, and where the provider does not report it.
  package var target: Contents?
  /// The operation that created the item, where the provider keeps it.
  package var operation: String?

  package init(
    identifier: Identifier, parent: Identifier, name: String, kind: Kind, size: Int?, version: Version,
    fields: Fields, target: Contents? = nil, operation: String? = nil
  ) {
    self.identifier = identifier
    self.parent = parent
    self.name = name
    self.kind = kind
    self.size = kind == .link ? target?.size : size
    self.version = version
    self.fields = fields
    self.target = target
    self.operation = operation
  }

  /// A link whose target is not reported is known by its place, as a folder is, and keeps its target here.
  var hidesTarget: Bool { kind == .link && target == nil }

  /// Whether the size does not exclude that these are the bytes.
  func mayHave(_ contents: Contents) -> Bool { size.map { $0 == contents.size } ?? true }
}
