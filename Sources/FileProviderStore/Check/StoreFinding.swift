/// Something `check` found wrong with a store.
package struct StoreFinding: Sendable, Hashable {
  /// One sentence.
  package var problem: String
  package var item: ItemID?
  package var path: String?
  package var isRepaired: Bool

  package init(_ problem: String, item: ItemID? = nil, path: String? = nil, isRepaired: Bool = false) {
    self.problem = problem
    self.item = item
    self.path = path
    self.isRepaired = isRepaired
  }
}
