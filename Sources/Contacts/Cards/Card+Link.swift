package import VCard

extension Card {
  /// What links the contact with others; nil without a link.
  ///
  /// It is in the card, so that it goes where the card goes: into files, to servers, and to the user's other machines. A link that one card alone has says nothing. So it does not matter
  /// that the stores of two domains have no transaction in common.
  ///
  /// The card's own `UID` is behind it. A program that makes another contact of a copy gives that another `UID`, and copies what it does not know: the copy has no link.
  package var link: CardLink? {
    let parts = first(Self.linkName)?.plainText.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard let parts, parts.count > 1, let link = CardLink("\(parts[0]);\(parts[1])") else { return nil }
    let owner = parts.count > 2 ? Self.uid(of: String(parts[2])) : ""
    return owner.isEmpty || owner == uid ? link : nil
  }

  /// The card with another link, or with none.
  package func linked(_ link: CardLink?) -> Card {
    guard link != nil || first(Self.linkName) != nil else { return self }
    // A long line of version 2.1 would be read with a blank in it.
    var card = link == nil ? self : upgraded
    card.lines.removeAll { $0.property?.isNamed(Self.linkName) ?? false }
    if let link {
      let value = "\(link.text);\(CardText.escape(uid ?? ""))"
      card.lines.append(CardLine(CardProperty(Self.linkName, value: value)))
    }
    return card
  }

  private static let linkName = "X-OPENFILEPROVIDER-LINK"
}
