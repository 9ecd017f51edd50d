import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc

/// `domain backup FILE|-`
struct DomainBackupCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back a domain up to one file, even while it is mounted.",
    discussion:
      "The file is a tar archive, which replaces an existing file only when it is complete. “-” stands for standard output."
  )
  @OptionGroup var domain: DomainOptions
  @Argument(help: "The file to write, or - for standard output.", completion: .file()) var file: String

  var watchesSignals: Bool { true }

  func run() throws {
    if file == "-", isatty(STDOUT_FILENO) == 1 {
      throw CommandFailure(
        "backup", "refusing to write an archive to a terminal", remedy: "name a file, or redirect the output",
        status: .usage)
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
    commandName: "restore", abstract: "Create a domain from a file that “domain backup” wrote.",
    discussion: "Anchors of the original domain have expired in the new one.")
  @Argument(help: "The file to read.", completion: .file()) var file: String
  @Argument(help: "The name of the new domain, which must not exist.") var name: String

  var watchesSignals: Bool { true }

  func run() throws {
    let name = try DomainName(name)
    guard !DomainDirectory.exists(name) else {
      throw CommandFailure(
        "domain “\(name)”", "already exists",
        remedy: "choose another name, or remove it first: \(HostProgram.current.name) domain remove \(name)")
    }
    do {
      try StoreBackup.restore(URL(fileURLWithPath: file), to: DomainDirectory.url(of: name)) { Interruption.hasCome }
    } catch {
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      throw CommandFailure(file, error)
    }
  }
}
