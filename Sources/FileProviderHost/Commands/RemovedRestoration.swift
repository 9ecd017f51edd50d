import FileProviderCopying
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import LinuxSystem

/// `sync --restore PATH`: restores what was removed here on the provider's word.
struct RemovedRestoration {
  let selection: DomainSelection
  let report: BulkReport

  /// - Throws: `CommandEnd` with status 1 when something could not be restored, which is listed then.
  func run() throws {
    let path = selection.path.isRoot ? "" : selection.path.path
    var (last, restored, failed) = ("", Int64(0), Int64(0))
    while true {
      let some = try selection.store.readCommitted { (reader) throws(StoreError) in
        try RescueReader(reader).removedDocuments(atOrBelow: path, after: last, limit: Self.atOnce)
      }
      guard let end = some.last else { break }
      last = end.path
      for document in some {
        if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
        do {
          try restore(document)
          restored += 1
        } catch let error as StoreError {
          Console.fail(CommandFailure(document.path, error))
          failed += 1
        }
      }
    }
    if restored == 0 && failed == 0 {
      throw CommandFailure(
        selection.path.given, "nothing that the provider removed there can be restored",
        remedy: "“\(HostProgram.current.name) sync --restore / --dry-run” lists what can be restored")
    }
    if !report.isRehearsal, restored > 0 {
      Console.say("\(HumanText.items(restored)) restored; \(restored == 1 ? "it" : "they") will be uploaded again")
    }
    if failed > 0 { throw CommandEnd(status: .failed) }
  }

  private static let atOnce = 256

  private func restore(_ document: RemovedDocument) throws {
    if report.isRehearsal { return try report.say(.restored, document.path) }
    let names = document.path.pathNames
    guard let last = names.last else { return }
    // The store itself has contents open for a moment, to put them on the disk.
    for _ in 0..<10 {
      do throws(StoreError) { return try restore(document, in: names.dropLast(), as: last) } catch {
        guard error.code == .busy else { throw error }
        _ = Deadline.after(.milliseconds(100)).ask(every: .milliseconds(20)) { Interruption.hasCome }
      }
    }
    try restore(document, in: names.dropLast(), as: last)
  }

  private func restore(
    _ document: RemovedDocument, in folders: ArraySlice<String>, as name: String
  ) throws(StoreError) {
    try selection.store.change(author: AuthorOptions.standard) { (transaction) throws(StoreError) in
      let folder = try FolderMaker(transaction).makeFolders(folders)
      try RescueEditor(transaction).restore(document, to: folder, name: FileName(name))
    }
  }
}
