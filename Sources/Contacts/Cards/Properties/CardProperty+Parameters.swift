import VCard

extension CardProperty {
  /// The first value of a parameter.
  func value(of parameter: String) -> String? { values(of: parameter).first }

  /// Whether the property has one of some names.
  func isNamed(oneOf names: some Sequence<String>) -> Bool { names.contains(where: isNamed) }
}

extension Card {
  /// Puts a property in the place of those of its name.
  ///
  /// - Parameter property: Nil removes all.
  mutating func replace(_ name: String, with property: CardProperty?) {
    let index = lines.firstIndex { $0.property?.isNamed(name) == true }
    guard let property else { return lines.removeAll { $0.property?.isNamed(name) == true } }
    if let index { lines[index] = CardLine(property) } else { lines.append(CardLine(property)) }
  }
}
