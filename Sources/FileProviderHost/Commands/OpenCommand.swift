import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// `open PATH…`: opens items with the desktop's programs for them, and marks them as recently used.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open items with the desktop's default programs, and record their use.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths, for: .marking)
    // From the notes of the serving processes: the kernel's table does not distinguish two domains of one name.
    guard let mount = MountRegistry.preferred(of: selection.name, store: selection.store.directory.path) else {
      throw CommandFailure(
        "domain “\(selection.name)”", "not mounted; programs open items through a mount",
        remedy: "mount it first: \(HostProgram.current.name) mount --domain \(selection.name) MOUNTPOINT",
        status: .unavailable)
    }
    try PathByPath.run(selection.paths) { path in
      let item = try PathReader(selection.store.makeCommittedReader()).item(at: path)
      try Opener.open(Array(mount.mountpoint.utf8) + (path.isRoot ? [] : path.path.spelledBytes))
      try selection.store.change(author: author.author) { (transaction) throws(StoreError) in
        guard !item.id.isFixed else { return }
        try TreeEditor(transaction).changeMembership(of: item.id) { $0.lastUsed = transaction.time }
        try TreeEditor(transaction).trimRecents(to: TreeReader(transaction.reader).recentsPolicy())
      }
    }
  }
}

/// The desktop's way to open a file.
private enum Opener {
  static let program = "xdg-open"

  static func open(_ path: [UInt8]) throws {
    let ending: ChildProcess.Ending
    do { ending = try ProcessLaunch(program, words: [Array(program.utf8), path]).start().wait() } catch {
      throw CommandFailure(
        program, "cannot be started: \(error)", remedy: "install xdg-utils", status: .unavailable)
    }
    switch ending {
    case .exited(0): return
    case .exited(let status):
      throw CommandFailure(String(spelling: path), "\(program) could not open it (status \(status))")
    case .killed(let signal):
      throw CommandFailure(String(spelling: path), "\(program) could not open it (killed by signal \(signal))")
    }
  }
}
