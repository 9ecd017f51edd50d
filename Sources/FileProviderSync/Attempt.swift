/// A call that seems not to have happened. Its effect may still come late, and is then known as ours.
package struct Attempt: Hashable, Sendable {
  package var base: Version?
  package var place: Place?
  package var snapshot: Contents?
  package var fields: Fields

  init(_ call: Call) {
    base = call.base
    place = call.place
    snapshot = call.snapshot
    fields = call.fields
  }
}
