/// A call that seems not to have happened. Its effect may still come late, and is then known as ours.
package struct Attempt: Hashable, Sendable {
  package var place: Place?
  package var snapshot: Contents?
  package var fields: Fields

  package init(place: Place?, snapshot: Contents?, fields: Fields) {
    self.place = place
    self.snapshot = snapshot
    self.fields = fields
  }
}
