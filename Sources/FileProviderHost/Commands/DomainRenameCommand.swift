import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import Foundation
import Glibc

/// `domain rename NAME NEWNAME`
struct DomainRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a domain.",
    discussion: "Anchors stay valid. A domain in use is not renamed.")
  @Argument(help: "The name of the domain.", completion: Candidates.domains) var name: String
  @Argument(help: ArgumentHelp("The new name, which must not exist.", valueName: "new-name"))
  var new: String

  func run() throws {
    let (name, new) = (try DomainName(name), try DomainName(new))
    let what = "domain “\(name)”"
    guard DomainDirectory.exists(name) else { throw CommandFailure(what, "no such domain") }
    let (from, to) = (DomainDirectory.url(of: name), DomainDirectory.url(of: new))
    guard !FileManager.default.fileExists(atPath: to.path) else {
      throw CommandFailure("domain “\(new)”", "already exists")
    }
    if DomainUse.isInUse(from) { throw DomainUse.inUse(name) }
    try DomainUse.rename(name, to: to, failing: "renamed")
    MountLog.rename(name, to: new)
  }
}
