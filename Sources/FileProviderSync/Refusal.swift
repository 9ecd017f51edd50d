/// Why the provider did not do what a call asked for.
package enum Refusal: Hashable, Sendable {
  case temporary
  case conflict
  case missing
  case notEmpty
  case collision(Statement)
}
