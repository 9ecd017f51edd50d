import ArgumentParser
import FileProviderStore
import Foundation
import Glibc

/// `domain backup FILE|-`
struct DomainBackupCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back a domain up to one file, even while it is mounted.",
    discussion: "The file is a tar archive, and is replaced in one step when it is complete; - is standard output.")
  @OptionGroup var domain: DomainOptions
  @Argument(help: "The file to write, or - for standard output.", completion: .file()) var file: String

  var watchesSignals: Bool { true }

  func run() throws {
    if file == "-", isatty(STDOUT_FILENO) == 1 {
      throw CommandFailure("backup", "an archive is not for a terminal", remedy: "name a file", status: .usage)
    }
    let store = try store()
    // A domain is readable by its owner alone, and so is the file.
    umask(0o077)
    do {
      let isCancelled = { Interruption.hasCome }
      if file == "-" {
        try StoreBackup.write(store, to: STDOUT_FILENO, isCancelled: isCancelled)
      } else {
        try StoreBackup.write(store, to: URL(fileURLWithPath: file), isCancelled: isCancelled)
      }
    } catch {
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      throw CommandFailure(file == "-" ? "standard output" : file, error)
    }
  }
}

extension DomainBackupCommand {
  /// - Throws: A failure when there is no domain: an empty archive would be mistaken for a backup.
  private func store() throws -> ItemStore {
    do { return try DomainDirectory.open(domain.domain()) } catch let missing as NoDomainYet { throw missing.failure }
  }
}

/// `domain restore FILE NAME`
struct DomainRestoreCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Make a domain from a file that “domain backup” wrote.",
    discussion: "Anchors of the domain that was backed up do not hold for the new one: they have expired.")
  @Argument(help: "The file to read.", completion: .file()) var file: String
  @Argument(help: "The name of the new domain; there must be none of that name.") var name: String

  var watchesSignals: Bool { true }

  func run() throws {
    let name = try DomainName(name)
    guard !DomainDirectory.exists(name) else {
      throw CommandFailure(
        "domain “\(name)”", "it is there already",
        remedy: "give another name, or remove it first: \(HostProgram.current.name) domain remove \(name)")
    }
    do {
      try StoreBackup.restore(URL(fileURLWithPath: file), to: DomainDirectory.url(of: name)) { Interruption.hasCome }
    } catch {
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      throw CommandFailure(file, error)
    }
  }
}
