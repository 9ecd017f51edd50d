import VCard

/// Whether the card is a person's or an organization's: `KIND` of version 4.0, `X-ABShowAs` of Apple's cards of version 3.0.
struct KindField: CardField {
  let keys = [CNContactTypeKey]

  func read(_ card: Card, into values: inout ContactValues) {
    let isOrganization =
      card.first("X-ABShowAs")?.plainText.isSameWord(as: "company") ?? false
      || card.first("KIND")?.plainText.isSameWord(as: "org") ?? false
    values.contactType = isOrganization ? .organization : .person
  }

  func write(_ values: ContactValues, insteadOf before: ContactValues, to card: inout Card) {
    if values.contactType == before.contactType { return }
    let isOrganization = values.contactType == .organization
    if card.version == .v4 || card.first("KIND") != nil {
      card.replace("KIND", with: CardProperty("KIND", value: isOrganization ? "org" : "individual"))
    } else if isOrganization {
      card.replace("X-ABShowAs", with: CardProperty("X-ABShowAs", value: "COMPANY"))
    }
    if !isOrganization { card.replace("X-ABShowAs", with: nil) }
  }
}
