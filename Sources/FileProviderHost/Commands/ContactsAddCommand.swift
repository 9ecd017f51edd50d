import ArgumentParser
import Contacts
import FileProviderProgram

/// `contacts add --given-name NAME …`
struct ContactsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a contact, and print its identifier.")
  @OptionGroup var place: ContactStoreOption
  @OptionGroup var destination: ContactDestination
  @OptionGroup var new: NewContact
  @OptionGroup var author: AuthorOptions

  func validate() throws {
    guard !new.givesNothing else {
      throw ValidationError("nothing to add: give --given-name, or another option for what the contact has")
    }
  }

  func run() throws {
    let contact = CNMutableContact()
    try new.apply(to: contact)
    if contact.givenName.isEmpty, contact.familyName.isEmpty, !contact.organizationName.isEmpty {
      contact.contactType = .organization
    }
    try place.reporting {
      let store = try place.store()
      let request = CNSaveRequest()
      request.transactionAuthor = author.author
      request.add(contact, toContainerWithIdentifier: try place.container(named: destination.name, in: store))
      try store.execute(request)
    }
    let writer = ByteWriter()
    try writer.append(contact.identifier + "\n")
    try writer.flush()
  }
}
