import FileProviderStore
import Glibc

/// There is no default domain yet, and a command that only reads does not make one.
struct NoDomainYet: Error {
  let name: DomainName

  fileprivate func say(_ more: String = "") {
    Console.say("domain “\(name)”: there is none yet; import, mkdir or mount makes it\(more)")
  }
}

extension DomainSelection {
  /// Opens the domain for a command that only reads. If there is no default domain yet, a notice says so.
  ///
  /// - Parameter waits: Whether to wait until it is made.
  /// - Returns: `nil` when there is none, and for a wait that was interrupted.
  static func existing(
    _ options: DomainOptions, paths: [String] = [], waits: Bool = false
  ) throws -> DomainSelection? {
    var hasSaid = false
    while !Interruption.hasCome {
      do { return try DomainSelection(options, paths: paths, makes: false) } catch let missing as NoDomainYet {
        if !hasSaid { missing.say(waits ? "; waiting for it" : "") }
        hasSaid = true
        guard waits else { return nil }
        usleep(250_000)
      }
    }
    return nil
  }
}
