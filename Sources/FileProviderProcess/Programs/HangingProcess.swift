import Glibc
import LinuxSystem

/// A process that does not answer any more.
package enum HangingProcess {
  /// Ends it, unless somebody is looking into it with a debugger.
  ///
  /// - Parameter peer: As the kernel knew it when it began to listen. Its number may be another's by now, and is not trusted for more than its user.
  package static func end(_ peer: Peer) {
    if !ProcessSignal.isTraced(peer.process) { ProcessSignal.send(SIGKILL, to: peer.process, of: peer.user) }
  }
}
