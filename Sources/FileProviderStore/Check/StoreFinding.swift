/// Something `check` found wrong with a store, or left for a next opening.
package struct StoreFinding: Sendable, Hashable {
  package enum State: Sendable {
    /// It is wrong, and was not repaired.
    case left
    case repaired
    /// Nothing is wrong: the next opening of the store for writing does it.
    case due
  }

  /// One sentence.
  package var problem: String
  package var item: ItemID?
  package var path: String?
  package var state: State

  package init(_ problem: String, item: ItemID? = nil, path: String? = nil, _ state: State) {
    self.problem = problem
    self.item = item
    self.path = path
    self.state = state
  }
}
