/// The provider refused a place because this item has the name.
package struct Collision: Hashable, Sendable {
  package var place: Place
  package var holder: Statement

  package init(place: Place, holder: Statement) {
    self.place = place
    self.holder = holder
  }
}
