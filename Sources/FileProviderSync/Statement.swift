/// What the provider reports about an item, verbatim.
package struct Statement: Hashable, Sendable {
  package var identifier: Identifier
  package var parent: Identifier
  package var name: String
  package var kind: Kind
  package var size: Int
  package var version: Version
  package var fields: Fields
  /// The operation that created the item, where the provider keeps it.
  package var operation: String?

  package init(
    identifier: Identifier, parent: Identifier, name: String, kind: Kind, size: Int, version: Version,
    fields: Fields, operation: String? = nil
  ) {
    self.identifier = identifier
    self.parent = parent
    self.name = name
    self.kind = kind
    self.size = size
    self.version = version
    self.fields = fields
    self.operation = operation
  }
}
