import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// `tag PATH [+TAG|-TAG]…`
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Print an item's tags, or add and remove tags.",
    usage: "\(HostProgram.current.name) tag [--domain DOMAIN] PATH [+TAG|-TAG]…")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: "The item.", completion: Candidates.paths) var path: String
  @Argument(
    help: ArgumentHelp("+TAG adds a tag, -TAG removes one.", valueName: "+TAG|-TAG"), completion: Candidates.tagEdits)
  var edits: [String] = []

  private enum Edit {
    case add(String)
    case remove(String)
  }

  func run() throws {
    let edits = try self.edits.map(parse)
    let selection = try DomainSelection(
      domain, paths: [TagEdits.unprotect(path)], for: edits.isEmpty ? .reading : .marking)
    let path = selection.path
    let item = try selection.store.readCommitted { (reader) throws(StoreError) in
      Result { try PathReader(reader).item(at: path) }
    }.get()
    if edits.isEmpty { return try printTags(of: item.id, selection.store) }
    do {
      try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: item.id) { membership in
          var tags = membership.tagList
          for edit in edits { Self.apply(edit, to: &tags) }
          membership.tags = tags.isEmpty ? nil : Array(tags.joined(separator: ",").utf8)
        }
      }
    } catch { throw CommandFailure(path.given, error) }
  }

  private func parse(_ word: String) throws -> Edit {
    let word = TagEdits.unprotect(word)
    let tag = String(word.dropFirst())
    guard !tag.isEmpty, !tag.contains(","), word.hasPrefix("+") || word.hasPrefix("-") else {
      throw CommandFailure(
        "tag “\(word)”", "invalid edit", remedy: "use +TAG or -TAG; a tag must not contain a comma", status: .usage)
    }
    return word.hasPrefix("+") ? .add(tag) : .remove(tag)
  }

  private static func apply(_ edit: Edit, to tags: inout [String]) {
    switch edit {
    case .add(let tag): if !tags.contains(where: { ExactText($0) == ExactText(tag) }) { tags.append(tag) }
    case .remove(let tag): tags.removeAll { ExactText($0) == ExactText(tag) }
    }
  }

  private func printTags(of id: ItemID, _ store: ItemStore) throws {
    let membership = try store.readCommitted { (reader) throws(StoreError) in try reader.membership(of: id) }
    let writer = ByteWriter()
    for tag in membership?.tagList ?? [] { try writer.append(tag + "\n") }
    try writer.flush()
  }
}
