/// A folder and a name in it, in the numbers of the local tree.
package struct Place: Hashable, Sendable {
  package var parent: ItemNumber
  package var name: String

  package init(_ parent: ItemNumber, _ name: String) {
    self.parent = parent
    self.name = name
  }
}
