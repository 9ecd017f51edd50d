package import FileProviderDomains
import FileProviderProgram
import Foundation
import Glibc

/// What a mount shows, as mount(8) names it: `DOMAIN`, or `HOME[:DOMAIN]` for a domain of the user with that home directory.
package struct MountSource {
  package private(set) var domain: String?
  package private(set) var account: Account?

  /// - Parameters:
  ///   - source: The source that was given, if any.
  ///   - options: Those after `-o`; `user=NAME` also names the user.
  package init(_ source: String?, options: [String]) throws {
    if let source, source.hasPrefix("/") {
      let parts = source.split(separator: ":", maxSplits: 1).map(String.init)
      account = try Account(home: parts[0])
      domain = parts.count > 1 ? parts[1] : nil
    } else {
      domain = source
    }
    for option in options.flatMap({ $0.split(separator: ",") }) where option.hasPrefix("user=") {
      let named = try Account(named: String(option.dropFirst(5)))
      guard account == nil || account == named else {
        throw CommandFailure("mount", "the source and “\(option)” name different users", status: .usage)
      }
      account = named
    }
  }

  /// Makes this process look for domains in the user's home directory.
  package func enter() throws {
    guard let account, account.number != getuid() else { return }
    guard getuid() == 0 else {
      throw CommandFailure("mount", "only root may mount a domain of “\(account.name)”", status: .usage)
    }
    setenv("HOME", account.home, 1)
    unsetenv("XDG_DATA_HOME")
    unsetenv("XDG_STATE_HOME")
    unsetenv("XDG_CACHE_HOME")
  }

  /// Checks that the domain exists: mounting does not make a domain that was named.
  package func check(_ name: DomainName) throws {
    guard !DomainDirectory.exists(name) else { return }
    if let account {
      throw CommandFailure(
        "domain “\(name)”", "“\(account.name)” has no such domain in \(DomainDirectory.base.path)",
        remedy: "that user creates it with “\(HostProgram.current.name) domain add \(name)”")
    }
    throw CommandFailure(
      "domain “\(name)”", "no such domain",
      remedy: getuid() == 0
        ? "name its owner with -o user=NAME or with the owner's home directory as the source, "
          + "or create it with “\(HostProgram.current.name) domain add \(name)”"
        : "create it with “\(HostProgram.current.name) domain add \(name)”")
  }
}

/// A user with an account on this machine.
package struct Account: Equatable {
  let name: String
  let number: uid_t
  let home: String

  init(named name: String) throws {
    guard let account = getpwnam(name) else {
      throw CommandFailure("user “\(name)”", "no such user", status: .usage)
    }
    self.init(account)
  }

  /// The user with this home directory.
  init(home: String) throws {
    var (given, known) = (stat(), stat())
    guard stat(home, &given) == 0 else { throw CommandFailure(home, System.reason()) }
    guard let account = getpwuid(given.st_uid), stat(account.pointee.pw_dir, &known) == 0,
      (known.st_dev, known.st_ino) == (given.st_dev, given.st_ino)
    else { throw CommandFailure(home, "not a user's home directory", remedy: "name a domain or a home directory") }
    self.init(account)
  }

  private init(_ account: UnsafeMutablePointer<passwd>) {
    name = String(cString: account.pointee.pw_name)
    number = account.pointee.pw_uid
    home = String(cString: account.pointee.pw_dir)
  }
}
