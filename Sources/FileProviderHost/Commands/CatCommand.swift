import ArgumentParser
import FileProviderDomains
import FileProviderStore
import Glibc
import LinuxSystem

/// `cat PATH…`
struct CatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "cat", abstract: "Print the contents of files.")

  @OptionGroup var domain: DomainOptions
  @Argument(help: ArgumentHelp("The files.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    let selection = try DomainSelection(domain, paths: paths)
    try StoredContents.print(selection.paths, of: selection)
  }
}
