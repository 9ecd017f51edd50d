import ArgumentParser
import Contacts
import FileProviderProgram
import Glibc

/// `contacts groups [GROUP]`
struct ContactsGroupsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups", abstract: "List groups with the numbers of their contacts, or the contacts of one.")
  @OptionGroup var place: ContactStoreOption
  @OptionGroup var output: ContactOutput
  @Argument(help: ArgumentHelp("The name or the identifier of a group.", valueName: "group")) var group: String?

  func validate() throws {
    guard group != nil || !output.isCard else { throw ValidationError("--vcard requires a group") }
  }

  func run() throws {
    try place.reporting {
      let store = try place.store()
      let groups = try store.groups(matching: nil)
      if let group { try printContacts(of: find(group, in: groups), store) } else { try list(groups, store) }
    }
  }

  private func find(_ word: String, in groups: [CNGroup]) throws -> CNGroup {
    let found = groups.filter { $0.identifier == word || $0.name == word }
    let remedy = "“\(HostProgram.current.name) contacts groups --json” prints the groups with their identifiers"
    guard let group = found.first else { throw CommandFailure("group “\(word)”", "no such group", remedy: remedy) }
    guard found.count == 1 else {
      throw CommandFailure("group “\(word)”", "\(found.count) groups have this name", remedy: remedy)
    }
    return group
  }

  private func members(of group: CNGroup, _ store: CNContactStore) throws -> [String] {
    let predicate = CNContact.predicateForContactsInGroup(withIdentifier: group.identifier)
    return try store.unifiedContacts(matching: predicate, keysToFetch: []).map(\.identifier)
  }

  private func printContacts(of group: CNGroup, _ store: CNContactStore) throws {
    try FoundContacts.report(output.print(members(of: group, store), of: store))
  }

  private func list(_ groups: [CNGroup], _ store: CNContactStore) throws {
    let writer = ByteWriter()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    for group in groups {
      let members = try members(of: group, store)
      if output.isJSON {
        var object = try JSONObject(writer)
        try object.add("identifier", group.identifier)
        try object.add("name", group.name)
        try object.add("members", members)
        try object.end()
      } else {
        try writer.append(HumanText.printable("\(group.name)  \(members.count)", isTerminal: isTerminal))
      }
      try writer.append(UInt8(ascii: "\n"))
    }
    try writer.flush()
  }
}
