import VCard

/// `N` and `FN`.
struct NameField: CardField {
  private let components = ComponentsField(
    "N", [\.familyName, \.givenName, \.middleName, \.namePrefix, \.nameSuffix],
    [
      CNContactFamilyNameKey, CNContactGivenNameKey, CNContactMiddleNameKey, CNContactNamePrefixKey,
      CNContactNameSuffixKey,
    ], count: 5)

  /// The name of an organization may be in `FN`, too.
  var keys: [String] { components.keys + [CNContactOrganizationNameKey] }

  /// A card may have `FN` alone. Which of its words is the family name is not guessed.
  func read(_ card: Card, into values: inout ContactValues) {
    components.read(card, into: &values)
    guard components.texts.allSatisfy({ values[keyPath: $0].isEmpty }), let name = card.first("FN")?.plainText,
      name != cardName(of: values)
    else { return }
    if values.contactType == .person {
      values.givenName = name
    } else if values.organizationName.isEmpty {
      values.organizationName = name
    }
  }

  /// Whether the name of a card is in `N`, so that the other properties say nothing about it.
  func isNamed(_ card: Card) -> Bool {
    card.first("N")?.value.contains { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") } ?? false
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    components.write(values, insteadOf: before, to: &card)
    let name = cardName(of: values)
    guard name != cardName(of: before), let property = card.first("FN") else { return }
    card.replace("FN", with: property.replacing(value: CardText.escape(name)))
  }

  /// Adds what no card may be without: RFC 2426, 3.1.1 and 3.1.2, and RFC 6350, 6.2.1.
  func complete(_ card: inout Card, with values: ContactValues) {
    if card.version == .v3, card.first("N") == nil {
      insert(CardProperty("N", value: ";;;;"), after: ["VERSION"], in: &card)
    }
    if card.first("FN") == nil {
      let property = CardProperty("FN", value: CardText.escape(cardName(of: values)))
      insert(property, after: ["VERSION", "N"], in: &card)
    }
  }

  private func insert(_ property: CardProperty, after names: [String], in card: inout Card) {
    let index = card.lines.lastIndex { $0.property?.isNamed(oneOf: names) == true }
    card.lines.insert(CardLine(property), at: index.map { $0 + 1 } ?? 0)
  }

  /// The text of `FN`, which no card may be without: the name, or what else there is.
  private func cardName(of values: ContactValues) -> String {
    values.displayName ?? values.emailAddresses.first.map { $0.value as String }
      ?? values.phoneNumbers.first?.value.stringValue ?? ""
  }
}
