/// The state from which the changes of a program count after it has saved a contact without fetching it again.
///
/// That is what the program had, not what was saved: where another program changed the contact, the two differ without a change of this program.
struct SavedState: ContactPropertyVisitor {
  let saved: ContactValues
  /// The state until now; nil of a new contact.
  let before: ContactValues?
  /// What the program has. Labelled values get the identifiers that they have in the card, by which the next request finds them.
  private(set) var values: ContactValues
  private(set) var base: ContactValues

  init(saved: ContactValues, before: ContactValues?, values: ContactValues) {
    self.saved = saved
    self.before = before
    self.values = values
    base = values
    base.identifier = saved.identifier
  }

  mutating func visit<Value: Equatable>(_ property: WritableKeyPath<ContactValues, Value>, _ key: String) {}

  mutating func visit<Value>(_ list: WritableKeyPath<ContactValues, [CNLabeledValue<Value>]>, _ key: String) {
    let (saved, before) = (saved[keyPath: list], before?[keyPath: list] ?? [])
    var known: [CNLabeledValue<Value>] = []
    // Each value of the card stands for one: a card may say the same twice. The first ones are at the ends.
    var free = Dictionary(grouping: saved.reversed()) { LabelledContents($0) }
    values[keyPath: list] = values[keyPath: list].map { value in
      let same = LabelledContents(value).flatMap { free[$0]?.popLast() }
      // One that the card has in another form still counts as new, so that it does not count as removed by others.
      if same != nil || before.contains(value) { known.append(same ?? value) }
      return same ?? value
    }
    base[keyPath: list] = known
  }
}
