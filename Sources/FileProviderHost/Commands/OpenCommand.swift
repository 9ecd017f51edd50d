import ArgumentParser
import FileProviderStore
import Glibc

/// `open PATH…`: opens items with the desktop's programs for them, and marks them as recently used.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open items with the desktop's programs, and note that they were used.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths)
    // From the notes of the serving processes: the kernel's table does not distinguish two domains of one name.
    guard let mount = MountRegistry.notes().last(where: { $0.domain == selection.name.string }) else {
      throw CommandFailure(
        "domain “\(selection.name)”", "it is not mounted, and programs open what is in a mount",
        remedy: "mount it first: \(HostProgram.current.name) mount --domain \(selection.name) MOUNTPOINT",
        status: .unavailable)
    }
    try PathByPath.run(selection.paths) { path in
      let item = try selection.store.makeReader().item(at: path)
      try Opener.open(Array(mount.mountpoint.utf8) + (path.isRoot ? [] : path.path.spelledBytes))
      try selection.store.write(author: author.author) { (transaction) throws(StoreError) in
        guard !item.id.isFixed else { return }
        try transaction.changeMembership(of: item.id) { $0.lastUsed = transaction.time }
        try transaction.trimRecents(to: transaction.reader.recentsPolicy())
      }
    }
  }
}

/// The desktop's way to open a file.
private enum Opener {
  static let program = "xdg-open"

  static func open(_ path: [UInt8]) throws {
    var process: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [
      strdup(program), strdup(path.map { CChar(bitPattern: $0) } + [0]), nil,
    ]
    defer { for word in words { free(word) } }
    let code = posix_spawnp(&process, program, nil, nil, words, environ)
    guard code == 0 else {
      throw CommandFailure(
        program, "it cannot be started: \(System.reason(code))", remedy: "install xdg-utils", status: .unavailable)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    // Ended with a status other than 0 (WIFEXITED and WEXITSTATUS are macros).
    guard status == 0 else {
      throw CommandFailure(
        String(spelling: path), "\(program) could not open it (status \(status >> 8 & 0xff))")
    }
  }
}
