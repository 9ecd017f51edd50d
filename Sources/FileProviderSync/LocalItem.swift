/// An item of the local tree.
package struct LocalItem: Hashable, Sendable {
  package var number: ItemNumber
  package var place: Place
  package var kind: Kind
  /// Nil for folders, for documents whose contents are not here, and for links whose target was never reported.
  package var contents: Contents?
  package var fields: Fields
  /// The engine has moved it out of the way: its place here is nobody's wish.
  package var isAside = false

  package init(number: ItemNumber, place: Place, kind: Kind, contents: Contents? = nil, fields: Fields = Fields()) {
    self.number = number
    self.place = place
    self.kind = kind
    self.contents = contents
    self.fields = fields
  }
}
