import FileProviderInterface
import Foundation
import LinuxSystem
import UniformTypeIdentifiers

/// The state that the system requests for an item: read once, since the system's object must not be used on other threads.
struct Wish: Sendable {
  let identifier: NSFileProviderItemIdentifier
  let parent: NSFileProviderItemIdentifier
  private let filename: String
  private let isFolder: Bool
  private let isLink: Bool
  private let date: Date?
  private let isExecutable: Bool
  private let isFavorite: Bool
  let contents: URL?
  let fields: NSFileProviderItemFields

  init(_ item: any NSFileProviderItem, _ fields: NSFileProviderItemFields, _ contents: URL?) {
    identifier = item.itemIdentifier
    parent = item.parentItemIdentifier
    filename = item.filename
    isFolder = item.contentType?.conforms(to: .folder) ?? false
    isLink = item.contentType?.conforms(to: .symbolicLink) ?? false
    date = item.contentModificationDate ?? nil
    isExecutable = item.fileSystemFlags?.contains(.userExecutable) ?? false
    isFavorite = ((item.favoriteRank ?? nil)?.int64Value ?? 0) != 0
    self.contents = contents
    self.fields = fields
  }

  // MARK: Creating

  func create(_ writer: Writer, mayExist: Bool) throws -> Writer.Outcome {
    // WebDAV has no links.
    if isLink { throw NSFileProviderError(.excludedFromSync) }
    let path = try writer.target(in: parent, filename, isFolder: isFolder)
    try writer.check(path)
    return try writer.changing([path], isCreation: true) {
      var outcome =
        try isFolder
        ? writer.createFolder(path, mayExist: mayExist)
        : writer.create(path, contents, date: date)
      outcome.entry = try writer.setMarks(of: outcome.entry, marks(isNew: true))
      if isFolder, let date { writer.session.dates.set(date, of: outcome.entry) }
      return outcome
    }
  }

  // MARK: Modifying

  func modify(_ writer: Writer, version: String) throws -> Writer.Outcome {
    let path = try writer.session.place(of: identifier, writer.cancellation)
    if concernsTrash(path, writer.session) { return try modifyWithTrash(writer, path, version: version) }
    let target = try target(writer, path)
    if target != path { try writer.check(target) }
    return try writer.changing([path, target]) {
      var outcome = try contentsChanged(writer, path, version) ?? Writer.Outcome(entry: known(writer, path))
      if target != outcome.entry.path, target != path {
        // Where paths are all that there is, it is another's document by now, which stays in its place.
        if outcome.hasOtherContents, outcome.entry.cloud == nil {
          outcome.stillPending = fields.subtracting([.contents, .contentModificationDate])
          return outcome
        }
        do {
          let version = fields.contains(.contents) ? outcome.entry.contentVersion : version
          let item = Writer.Identity(path: path, version: version, number: identifier.rawValue)
          outcome.entry = try writer.move(item, known: outcome.entry, to: target)
        } catch  where fields.contains(.contents) {
          // The sent fields are reported; the rest is requested again.
          outcome.stillPending = fields.subtracting([.contents, .contentModificationDate])
          return outcome
        }
      }
      outcome.entry = try writer.setMarks(of: outcome.entry, marks(isNew: false))
      if fields.contains(.contentModificationDate), !outcome.hasOtherContents, let date {
        writer.session.dates.set(date, of: outcome.entry)
      }
      return outcome
    }
  }

  func target(_ writer: Writer, _ path: RemotePath) throws -> RemotePath {
    guard !fields.isDisjoint(with: [.filename, .parentItemIdentifier]) else { return path }
    // In the trash bin a document's place is not called as the document is.
    let name = fields.contains(.filename) || path.isTrashed ? filename : String(spelling: path.name)
    guard fields.contains(.parentItemIdentifier) else {
      let name = name.spelledBytes
      guard RemotePath.isName(name) else { throw NSFileProviderError(.cannotSynchronize) }
      return path.parent.appending(name, isFolder: path.isFolder)
    }
    return try writer.target(in: parent, name, isFolder: path.isFolder)
  }

  func contentsChanged(_ writer: Writer, _ path: RemotePath, _ version: String) throws -> Writer.Outcome? {
    guard fields.contains(.contents), !path.isFolder else { return nil }
    return try writer.replace(path, contents, version: version, date: date)
  }

  /// The item as it is: what only moves need not be asked for.
  func known(_ writer: Writer, _ path: RemotePath) throws -> RemoteEntry {
    if let entry = writer.tree.entry(path) { return entry }
    do { return try writer.server.entry(at: path, writer.cancellation) } catch let error as WebDAVError
      where error.isMissing && !fields.isDisjoint(with: [.filename, .parentItemIdentifier])
    {
      // It may have been moved by a call whose answer was lost.
      return RemoteEntry(path)
    }
  }

  private func marks(isNew: Bool) -> Writer.Marks {
    Writer.Marks(
      isExecutable: fields.contains(.fileSystemFlags) && !isFolder && (isExecutable || !isNew) ? isExecutable : nil,
      isFavorite: fields.contains(.favoriteRank) && (isFavorite || !isNew) ? isFavorite : nil)
  }
}
