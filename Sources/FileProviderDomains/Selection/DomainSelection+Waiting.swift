import FileProviderProgram
import Glibc

extension DomainSelection {
  /// Waits until the domain exists, with a notice when there is no default domain yet.
  ///
  /// - Returns: `nil` when the wait was interrupted.
  package static func waiting(named domain: String?, paths: [String] = []) throws -> DomainSelection? {
    var isNoted = false
    while !Interruption.hasCome {
      do { return try DomainSelection(named: domain, paths: paths) } catch let missing as NoDomainYet {
        if !isNoted { missing.say("; waiting for it") }
        isNoted = true
        usleep(250_000)
      }
    }
    return nil
  }
}
