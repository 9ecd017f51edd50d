import FileProviderProgram
import Glibc
package import LinuxSystem

extension DomainSelection {
  /// Waits until the domain exists, with a notice when there is no default domain yet.
  ///
  /// - Returns: `nil` when the wait was interrupted, and after the time limit.
  package static func waiting(
    named domain: String?, paths: [String] = [], until deadline: Deadline = .never
  ) throws -> DomainSelection? {
    var isNoted = false
    repeat {
      do { return try DomainSelection(named: domain, paths: paths) } catch let missing as NoDomainYet {
        if !isNoted { missing.say("; waiting for it") }
        isNoted = true
        usleep(250_000)
      }
    } while !Interruption.hasCome && !deadline.hasPassed
    return nil
  }
}
