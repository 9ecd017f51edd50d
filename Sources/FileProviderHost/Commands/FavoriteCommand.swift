import ArgumentParser
import FileProviderDomains
import FileProviderStore

/// `favorite PATH [--remove]`
struct FavoriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorite", abstract: "Add items to the end of the list of favourites.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("remove"), help: "Remove them from the favourites.") var removes = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    try MembershipEdit.run(domain, author, paths) { membership, reader in
      if removes {
        membership.favoriteRank = nil
      } else if membership.favoriteRank == nil {
        membership.favoriteRank = ((try? reader.integer("SELECT max(favorite) FROM members")) ?? 0) + 1
      }
    }
  }
}

/// Changes the membership of items in the working set.
enum MembershipEdit {
  /// - Returns: The domain and its items.
  @discardableResult
  static func run(
    _ domain: DomainOptions, _ author: AuthorOptions, _ paths: [String],
    _ edit: (inout Membership, StoreReader) -> Void
  ) throws -> DomainSelection {
    let selection = try DomainSelection(domain, paths: paths, for: .marking)
    try PathByPath.run(selection.paths) { path in
      try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        let item = try PathReader(transaction.reader).existing(at: path)
        try TreeEditor(transaction).changeMembership(of: item.id) { edit(&$0, transaction.reader) }
      }
    }
    return selection
  }
}
