import ArgumentParser
import Contacts
import FileProviderProgram
import Foundation
import LinuxSystem
import VCard

/// `contacts edit CONTACT [--given-name NAME …]`
struct ContactsEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a contact.",
    discussion: """
      Phone numbers, email addresses and URLs are added to those that it has. Without an option for what to change, the card is opened in the editor of $VISUAL \
      or $EDITOR.
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
      let request = CNSaveRequest()
      request.transactionAuthor = author.author
      if new.givesNothing {
        guard let card = try edit(old.card), card != old.card else { return }
        guard try store.card(ofContactWithIdentifier: old.contact.identifier)?.card == old.card else {
          throw CommandFailure(contact, "changed by another program meanwhile; nothing was saved")
        }
        request.replaceCard(ofContactWithIdentifier: old.contact.identifier, with: card)
      } else if let changed = old.contact.mutableCopy() as? CNMutableContact {
        try new.apply(to: changed)
        request.update(changed)
      }
      try store.execute(request)
    }
  }

  /// Lets the user edit a card.
  ///
  /// - Returns: Nil if the file is empty afterwards.
  private func edit(_ card: Card) throws -> Card? {
    guard let editor = Environment.value("VISUAL") ?? Environment.value("EDITOR") else {
      throw CommandFailure("editor", "neither VISUAL nor EDITOR is set", remedy: "set one, or give options")
    }
    let directory = TemporaryDirectory()
    defer { directory.remove() }
    let file = try directory.make().appendingPathComponent("contact.vcf")
    try Data(card.bytes).write(to: file)
    let words = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", file.path]
    let ending: ChildProcess.Ending
    do { ending = try ProcessLaunch(words[0], words: words.map { Array($0.utf8) }).start().wait() } catch {
      throw CommandFailure(editor, "cannot be started: \(error)")
    }
    guard case .exited(0) = ending else { throw CommandFailure(editor, "failed; nothing was saved") }
    let elements = CardParser.elements(of: try Data(contentsOf: file))
    if elements.isEmpty { return nil }
    guard elements.count == 1, case .card(let edited) = elements[0], !edited.isGroup else {
      throw CommandFailure(contact, "the file is not one card; nothing was saved")
    }
    return edited
  }
}
