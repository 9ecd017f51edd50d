/// A call whose end is not known yet.
package struct Call: Hashable, Sendable {
  package enum Wish: Hashable, Sendable { case create, modify, delete }

  package var number: ItemNumber
  package var wish: Wish
  package var kind: Kind
  package var identifier: Identifier?
  package var base: Version?
  /// The place that was asked for; nil if the call moves nothing.
  package var place: Place?
  package var parent: Identifier?
  /// The bytes that were sent; nil if the call carries none.
  package var snapshot: Contents?
  package var fields: Fields
  /// The name of the call, unique among all machines. Nil until it is begun.
  package var operation: String?
  package var mayAlreadyExist: Bool
  package var begun: Moment
  /// When the answer was given up. Nil while one may still come.
  package var ended: Moment?

  package init(
    number: ItemNumber, wish: Wish, kind: Kind, identifier: Identifier? = nil, base: Version? = nil,
    place: Place? = nil, parent: Identifier? = nil, snapshot: Contents? = nil, fields: Fields = Fields(),
    mayAlreadyExist: Bool = false
  ) {
    self.number = number
    self.wish = wish
    self.kind = kind
    self.identifier = identifier
    self.base = base
    self.place = place
    self.parent = parent
    self.snapshot = snapshot
    self.fields = fields
    self.mayAlreadyExist = mayAlreadyExist
    self.begun = .zero
  }
}
