import FileProviderProgram
package import FileProviderStore
package import Foundation
import Glibc
import LinuxSystem

/// The folder of the domains, `$XDG_DATA_HOME/fileprovider`, with a folder for each.
package enum DomainDirectory {
  package static var base: URL { DomainsFolder.url }

  package static func url(of name: DomainName) -> URL { base.appendingPathComponent(name.string, isDirectory: true) }

  package static func exists(_ name: DomainName) -> Bool {
    // A domain whose database is missing counts, since its contents may exist.
    ["items.sqlite", "contents"].contains {
      FileManager.default.fileExists(atPath: url(of: name).appendingPathComponent($0).path)
    }
  }

  /// The names of all domains, sorted.
  ///
  /// - Throws: A failure when the folder of the domains is there and cannot be read.
  package static func names() throws -> [DomainName] {
    guard let stream = opendir(base.path) else {
      if errno == ENOENT { return [] }
      throw CommandFailure(base.path, "cannot list the domains: \(System.reason())")
    }
    closedir(stream)
    let found = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return found.sorted().compactMap { try? DomainName($0) }.filter(exists)
  }

  /// Prints once that root works in another user's folder, since su(1) and sudo(8) easily leave its path in the environment.
  private static let otherOwnerNotice: Void = {
    guard geteuid() == 0, let data = Environment.directory("XDG_DATA_HOME"),
      case let owner = StoreOwner.user(of: base), owner != 0
    else { return }
    Console.say("the domains in \(data) (XDG_DATA_HOME) belong to user \(owner); changing them as that user")
  }()

  /// Opens a domain's store.
  ///
  /// - Parameter makes: Whether to make it when there is none.
  /// - Throws: `NoDomainYet` when the default domain is not there.
  package static func open(
    _ name: DomainName, makes: Bool = false, threads: ChangingThreads = ChangingThreads()
  ) throws -> ItemStore {
    _ = otherOwnerNotice
    if !makes { try requireExistence(of: name) }
    // To open a store is a change, too.
    if let writer = StoppedWriter(in: url(of: name)) {
      Console.say("domain “\(name)”: \(writer.failure), including this command; \(writer.remedy)")
    }
    do {
      let store = try openStore(in: url(of: name), threads)
      for notice in store.takeNotices() { Console.say("domain “\(name)”: \(notice)") }
      return store
    } catch {
      var failure = CommandFailure("domain “\(name)”", error)
      if error.code == .damaged {
        let program = HostProgram.current.name
        failure.remedy =
          "“\(program) check --repair” recovers what is readable, “\(program) domain restore” restores a backup"
      }
      throw failure
    }
  }

  /// Opens a store: for reading only, where the disk cannot be written.
  private static func openStore(in directory: URL, _ threads: ChangingThreads) throws(StoreError) -> ItemStore {
    do throws(StoreError) { return try ItemStore(directory: directory, threads: threads) } catch {
      guard isReadOnly(directory) else { throw error }
      return try ItemStore(reading: directory)
    }
  }

  /// Whether the folder of a store is there, and nothing can be written to it: on such a disk, or by this user.
  package static func isReadOnly(_ directory: URL) -> Bool {
    access(directory.path, W_OK) != 0 && (errno == EROFS || errno == EACCES)
  }

  /// - Throws: A failure when there is no such domain, or `NoDomainYet` when it is the default one.
  package static func requireExistence(of name: DomainName) throws {
    guard !exists(name) else { return }
    // A directory that cannot be read is another error.
    _ = try names()
    guard name.string != HostProgram.current.defaultDomain else { throw NoDomainYet(name: name) }
    throw CommandFailure(
      "domain “\(name)”", "no such domain",
      remedy: "“\(HostProgram.current.name) domain list” lists the domains")
  }
}
