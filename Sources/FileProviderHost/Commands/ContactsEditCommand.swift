import ArgumentParser
import Contacts
import FileProviderProgram

/// `contacts edit CONTACT [--given-name NAME …]`
struct ContactsEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a contact.",
    discussion: """
      Phone numbers, email addresses and URLs are added to those that it has. Without an option for what to change, the card is opened in the editor of $VISUAL \
      or $EDITOR; of linked contacts it is the one whose identifier is given. If it cannot be saved then, the edited file is kept.
      """)
  @OptionGroup var book: ContactBook
  @OptionGroup var new: NewContact
  @OptionGroup var author: AuthorOptions
  @Argument(help: ArgumentHelp("A name or an identifier.", valueName: "contact"), completion: Candidates.contacts)
  var contact: String

  func run() throws {
    try book.place.reporting {
      let store = try book.place.store()
      let old = try book.contact(contact, in: store)
      if new.givesNothing {
        let card = try card(of: old, in: store)
        try CardEditing(card.card).run { edited in
          try book.place.reporting {
            try save(in: store) {
              $0.replaceCard(
                ofContactWithIdentifier: card.contact.identifier, with: edited, expecting: card.card)
            }
          }
        }
      } else if let changed = old.mutableCopy() as? CNMutableContact {
        try new.apply(to: changed)
        try save(in: store) { $0.update(changed) }
      }
    }
  }

  /// The card to open. Of linked contacts the one whose identifier is given.
  private func card(of found: CNContact, in store: CNContactStore) throws -> StoredCard {
    let isIdentified = found.isUnifiedWithContact(withIdentifier: contact)
    if !isIdentified, found.parts.count > 1 {
      throw CommandFailure(
        contact, "\(found.parts.count) linked contacts, each with a card",
        remedy: "give the identifier of one: \(found.linkedIdentifiers.joined(separator: ", "))")
    }
    let identifier = isIdentified ? contact : found.identifier
    guard let card = try store.card(ofContactWithIdentifier: identifier) else {
      throw CommandFailure(contact, "no such contact")
    }
    return card
  }

  private func save(in store: CNContactStore, _ fill: (CNSaveRequest) -> Void) throws {
    let request = CNSaveRequest()
    request.transactionAuthor = author.author
    fill(request)
    try store.execute(request)
  }
}
