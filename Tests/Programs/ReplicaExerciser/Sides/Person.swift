import FileProviderFileSystem
import FileProviderStore
import Foundation
import Glibc
import Logging
import TestSupport

/// Programs that use the domain through a mount, without the kernel: they make, write, save, rename and delete, and put some of it on the disk.
///
/// A name is never used twice: a path leads to one document for ever, whatever the provider says meanwhile.
final class Person {
  private let store: ItemStore
  private let fileSystem: FileSystem
  private let context: RequestContext
  private let journal: Journal
  private var random: SeededGenerator
  private var number: Int

  /// - Parameter first: Its texts and names have numbers from here on.
  init(storeIn directory: URL, journal: Journal, seed: UInt64, first: Int) throws {
    let pace = HousekeepingPace(discards: 2_000_000, quiet: 10_000_000, longest: 30_000_000)
    store = try ItemStore(directory: directory, pace: pace)
    // As every mount begins.
    try store.reconcileWriters(author: "org.openfileprovider.mount")
    fileSystem = FileSystem(store: store, source: nil, options: FileSystemOptions())
    context = try RequestContext(store, logger: Logger(label: "person") { _ in SwiftLogNoOpLogHandler() })
    self.journal = journal
    random = SeededGenerator(seed: seed)
    number = first
  }

  func act(_ count: Int) throws {
    for _ in 0..<count {
      // What a program may be told: the provider changes the tree at the same time.
      do { try act() } catch let error as ErrorNumber where Self.refusals.contains(error) {}
      // The clock itself is meant: any moment.
      if random.oneIn(3) { usleep(useconds_t(random.below(8_000))) }
    }
  }

  private static let refusals: [ErrorNumber] = [
    .noEntry, .alreadyExists, ErrorNumber(rawValue: ENOTEMPTY), .stale, .isFolder, .notFolder, .inputOutput, .invalid,
  ]

  private func newText() -> Text {
    number += 1
    return Text(number: number, size: random.oneIn(4) ? 5_000 + random.below(20_000) : 40 + random.below(400))
  }

  private func newName() -> String {
    number += 1
    return "p\(number)"
  }

  private func act() throws {
    // What is acknowledged may not be committed yet, and would not be seen.
    try store.commitAcknowledged()
    let tree = try StoreTree(store)
    let (documents, folders) = (tree.documents, tree.places.filter { $0.item.isFolder && !$0.isRescued })
    let folder = random.oneIn(3) || folders.isEmpty ? ItemID.root : random.pick(folders).item.id
    guard documents.count > 2 else { return try make(newName(), in: folder) }
    var place = random.pick(documents)
    // The very many are not all that there is.
    let others = documents.filter { !$0.name.hasPrefix(Server.manyPrefix) }
    if others.count > 2, others.count < documents.count, !random.oneIn(4) { place = random.pick(others) }
    // Only what it could have read does it replace or delete: otherwise nobody would know what may be gone.
    guard StoreTree.contents(of: place.item, store) != nil else { return }
    switch random.below(21) {
    case 0..<4: try make(newName(), in: folder)
    case 4..<8: try saveByRename(place)
    case 8..<11: try rewrite(place)
    case 11..<13: try move(place, to: folder)
    case 13: if let other = folders.randomElement(using: &random) { try move(other, to: folder) }
    case 14: try remove(place)
    case 15: try makeFolder(in: folder)
    case 16: if let other = folders.randomElement(using: &random) { try removeFolder(other) }
    case 17, 18: try synchronize(place)
    case 19: try pin(place)
    default: try fileSystem.synchronizeStore(context)
    }
  }

  private func text(of place: StoreTree.Place) -> Text? {
    StoreTree.contents(of: place.item, store).flatMap { Text($0) }
  }

  private func bytes<Result>(_ name: String, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Array(name.utf8).withUnsafeBytes { try body($0) }
  }

  // MARK: What programs do

  private func make(_ name: String, in folder: ItemID) throws {
    let text = newText()
    journal.note(.new, text, name)
    let file = try bytes(name) {
      try fileSystem.create($0, in: InodeNumber(folder), mode: 0o644, OpenMode(flags: O_RDWR), context).file.handle
    }
    try write(text, to: file, name)
  }

  /// Writes all of a document, and closes it.
  private func write(_ text: Text, to file: HandleNumber, _ place: String) throws {
    // In one call: half a document is all right where its program was killed between two.
    _ = try text.bytes.withUnsafeBytes {
      try fileSystem.write(.memory($0), to: file, at: 0, isCached: false, context)
    }
    if random.oneIn(2) {
      try fileSystem.synchronize(file, context)
      journal.note(.synced, text, place)
    }
    try close(file)
  }

  private func close(_ file: HandleNumber) throws {
    try fileSystem.flush(file, context)
    try fileSystem.release(file, context)
  }

  /// As editors save: a new document takes the place of the old one.
  private func saveByRename(_ place: StoreTree.Place) throws {
    // Before the new one is made: its contents may be dropped meanwhile.
    let old = text(of: place)
    let temporary = place.name + ".\(number + 1)~"
    try make(temporary, in: place.folder)
    if let old { journal.note(.gone, old, place.path) }
    try rename(temporary, in: place.folder, to: place.name, in: place.folder, .replacing)
  }

  /// As the shell writes: emptied, and written anew.
  private func rewrite(_ place: StoreTree.Place) throws {
    guard let old = text(of: place) else { return }
    let text = newText()
    journal.note(.gone, old, place.path)
    journal.note(.new, text, place.path)
    let file = try fileSystem.open(InodeNumber(place.item.id), OpenMode(flags: O_WRONLY | O_TRUNC), context).handle
    try write(text, to: file, place.path)
  }

  private func move(_ place: StoreTree.Place, to folder: ItemID) throws {
    try rename(place.name, in: place.folder, to: newName(), in: folder, .failing)
  }

  private func rename(
    _ name: String, in folder: ItemID, to newName: String, in newFolder: ItemID, _ mode: FileSystem.RenameMode
  ) throws {
    try bytes(name) { old in
      try bytes(newName) {
        try fileSystem.rename(old, in: InodeNumber(folder), to: $0, in: InodeNumber(newFolder), mode, context)
      }
    }
  }

  private func remove(_ place: StoreTree.Place) throws {
    if let old = text(of: place) { journal.note(.gone, old, place.path) }
    try bytes(place.name) { try fileSystem.unlink($0, in: InodeNumber(place.folder), context) }
  }

  /// Keeps a document here, or no longer.
  private func pin(_ place: StoreTree.Place) throws {
    let id = place.item.id
    try store.change(author: "org.openfileprovider.cli") { (transaction) throws(StoreError) in
      guard try transaction.reader.item(id) != nil else { return }
      try TreeEditor(transaction).changeMembership(of: id) { $0.pinned.toggle() }
    }
  }

  private func makeFolder(in folder: ItemID) throws {
    _ = try bytes(newName()) { try fileSystem.make(.folder, $0, in: InodeNumber(folder), mode: 0o755, context) }
  }

  private func removeFolder(_ place: StoreTree.Place) throws {
    try bytes(place.name) { try fileSystem.removeFolder($0, in: InodeNumber(place.folder), context) }
  }

  private func synchronize(_ place: StoreTree.Place) throws {
    guard text(of: place) != nil else { return }
    let file = try fileSystem.open(InodeNumber(place.item.id), OpenMode(flags: O_RDONLY), context).handle
    // The contents that this handle has, and which no other program changes.
    let text = text(of: place)
    try fileSystem.synchronize(file, context)
    if let text, text.number < Text.firstThere { journal.note(.synced, text, place.path) }
    try close(file)
  }
}
