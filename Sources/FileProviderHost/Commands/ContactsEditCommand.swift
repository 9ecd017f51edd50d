import ArgumentParser
import Contacts
import FileProviderProgram

/// `contacts edit CONTACT [--given-name NAME …]`
struct ContactsEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a contact.",
    discussion: """
      Phone numbers, email addresses and URLs are added to those that it has. Without an option for what to change, the card is opened in the editor of $VISUAL \
      or $EDITOR. If it cannot be saved then, the edited file is kept.
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
      let identifier = old.contact.identifier
      if new.givesNothing {
        try CardEditing(old.card).run { card in
          try book.place.reporting {
            try save(in: store) { $0.replaceCard(ofContactWithIdentifier: identifier, with: card, expecting: old.card) }
          }
        }
      } else if let changed = old.contact.mutableCopy() as? CNMutableContact {
        try new.apply(to: changed)
        try save(in: store) { $0.update(changed) }
      }
    }
  }

  private func save(in store: CNContactStore, _ fill: (CNSaveRequest) -> Void) throws {
    let request = CNSaveRequest()
    request.transactionAuthor = author.author
    fill(request)
    try store.execute(request)
  }
}
