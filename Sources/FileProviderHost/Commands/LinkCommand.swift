import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWebDAV
import Glibc
import LinuxSystem

/// `link PATH…`
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Print links to items on a Nextcloud.",
    discussion: """
      A link opens for everybody who has it. The server makes one for an item that has none; its web page changes and removes links. \
      An item of which something is not uploaded yet gets none, nor does one in such a folder: at its place the server may have something else.
      """)

  @OptionGroup var domain: DomainOptions
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths)
    let name = "domain “\(selection.name)”"
    let carried = try CarriedProvider(of: selection.store, selection.name)
    let links: CloudLinks?
    do throws(WebDAVCheck.Failure) {
      links = try carried.flatMap { (carried) throws(WebDAVCheck.Failure) in try CloudLinks(carried.settings) }
    } catch {
      throw CommandFailure(name, error.description, status: .unavailable)
    }
    guard let links else { throw CommandFailure(name, "not on a Nextcloud, which has links", status: .unavailable) }
    try? selection.store.notePendingChanges()
    let writer = ByteWriter()
    try PathByPath.run(selection.paths, to: writer) { path in
      let names = try names(of: PathReader(selection.store.makeCommittedReader()).item(at: path).id, selection.store)
      let link: String
      do throws(WebDAVCheck.Failure) { link = try links.link(to: names) } catch {
        throw CommandFailure(path.given, error.description, status: .unavailable)
      }
      try writer.append(link + "\n")
    }
  }

  /// The names of an item's path, from the top.
  ///
  /// - Throws: A failure where the server may have something else there.
  private func names(of item: ItemID, _ store: ItemStore) throws -> [[UInt8]] {
    let reader = try store.makeCommittedReader()
    var names: [[UInt8]] = []
    var next = item
    while next != .root {
      guard let record = try reader.record(next), !next.isFixed else {
        throw CommandFailure("link", "only items outside the trash have links")
      }
      if try ProvidedReader(reader).pending(next) != nil {
        throw CommandFailure(
          record.name.spelling, "not uploaded yet", remedy: "“\(HostProgram.current.name) sync --wait” uploads it")
      }
      names.append(record.name.spelling.spelledBytes)
      next = record.attributes.parent
    }
    return names.reversed()
  }
}
