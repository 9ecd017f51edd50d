import FileProviderDomains
import FileProviderProcess
import FileProviderProgram
import FileProviderWebDAV
import Foundation
import Glibc
import LinuxSystem

/// What a new domain is to show.
enum SetupSource {
  /// The address of a WebDAV server.
  case server(String)
  /// The address of a CardDAV server, whose address books are mounted.
  case addressBooks(String)
  /// The path of a folder, which is copied.
  case folder(String)
  /// The path of a provider's program.
  case program(String)
  /// The items of the provider of this program.
  case own

  /// Reads an answer: a path has a slash, a dot or a tilde at its beginning; an address need not have its scheme.
  init(answer: String) throws {
    guard let first = answer.first, "/.~".contains(first) else {
      let address = answer.contains("://") ? answer : "https://" + answer
      if let problem = WebDAVCheck.problem(ofAddress: address) {
        throw CommandFailure(answer, problem, status: .usage)
      }
      self = .server(address)
      return
    }
    let path = Self.path(answer)
    var status = stat()
    guard stat(path, &status) == 0 else { throw CommandFailure(answer, System.reason()) }
    self = status.st_mode & S_IFMT == S_IFDIR ? .folder(path) : .program(path)
  }

  /// What the user wants of it, who has entered an address or a path.
  ///
  /// - Throws: When the server cannot be one of address books.
  func chosen() throws -> SetupSource {
    guard case .server(let address) = self,
      try Question.choose("Its files, or its address books (CardDAV)?", among: ["files", "address books"]) != "files"
    else { return self }
    if let problem = WebDAVCheck.problem(ofAddress: address, isCardDAV: true) {
      throw CommandFailure(address, problem, status: .usage)
    }
    return .addressBooks(address)
  }

  /// A path with the home folder in place of a tilde.
  static func path(_ answer: String) -> String {
    answer == "~" || answer.hasPrefix("~/") ? Environment.home + answer.dropFirst() : answer
  }

  /// The name of a domain that is given none: the server's host, the folder's name, or the program's default domain.
  var domainName: String {
    switch self {
    case .server(let address), .addressBooks(let address):
      let authority = address.components(separatedBy: "://").last?.prefix { $0 != "/" } ?? ""
      guard !authority.hasPrefix("[") else { return "webdav" }
      return String(authority.prefix { $0 != ":" })
    case .folder(let path):
      let resolved = realpath(path, nil)
      defer { free(resolved) }
      return resolved.flatMap { String(cString: $0).split(separator: "/").last.map(String.init) } ?? "root"
    case .program, .own: return HostProgram.current.defaultDomain
    }
  }
}
