/// What the planner wants done next with an item or an identifier.
package enum Step: Hashable, Sendable {
  case nothing
  case wait(Wait)

  // Questions.
  case ask(Identifier)
  case list(ItemNumber)
  /// Downloads a document to learn the hash of its version.
  case fetch(Identifier)

  // Transactions on this machine.
  /// Takes what was observed: the place, the fields, and the version of the contents.
  case take(ItemNumber, at: Place, Taking)
  /// The deleted item takes over what was observed; it is deleted in that state.
  case acknowledge(ItemNumber)
  case create(Identifier)
  case adopt(ItemNumber, Identifier, Contents?)
  case place(ItemNumber, at: Place)
  case setAside(ItemNumber)
  case rename(ItemNumber, to: String)
  case conflictCopy(ItemNumber, name: String)
  case restore(ItemNumber)
  case remove(ItemNumber, Discard?)
  case forget(ItemNumber)
  case unbind(ItemNumber)
  /// The item is not where its folder went: the identifier that it had before is asked for.
  case reclaim(ItemNumber)
  /// An item that got another identifier is found again at the place that a call asked for.
  case recognise(ItemNumber, Identifier, at: Place, Attempt)
  case drop(Identifier)

  // Calls and their ends.
  case call(Call)
  case confirm(ItemNumber, Confirmation)
  case didNotHappen(ItemNumber)

  var isWait: Bool { if case .wait = self { true } else { false } }
}
