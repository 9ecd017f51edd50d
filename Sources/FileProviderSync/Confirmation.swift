/// How a call of unknown end was found to have happened.
package enum Confirmation: Hashable, Sendable {
  case created(Identifier)
  case renumbered(Identifier)
  case modified(place: Place?, contents: Bool, fields: Bool)
}
