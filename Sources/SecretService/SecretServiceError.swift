/// Why the Secret Service did not do what it was asked.
///
/// No text of these has a secret in it.
package enum SecretServiceError: Error, Equatable, CustomStringConvertible {
  /// No library with sd-bus is installed.
  case noLibrary
  /// There is no session bus: the program runs outside a user's session.
  case noBus(String)
  /// Nothing on the bus keeps secrets.
  case noService
  /// The service has no keyring for new secrets.
  case noDefaultCollection
  /// The secret is locked, and the user was not to be asked for the keyring's password.
  case locked
  /// The user was asked for the keyring's password and did not enter it.
  case dismissed
  /// A text has a byte of zero, which the bus cannot carry.
  case unspeakable
  /// Anything else, in the words of the service or the bus.
  case failed(String)

  package var description: String {
    switch self {
    case .noLibrary: "the Secret Service cannot be reached: libsystemd is not installed (libsystemd.so.0)"
    case .noBus(let reason):
      "the Secret Service cannot be reached: there is no session bus (\(reason)); a program that runs outside of a person's session has none"
    case .noService:
      "no Secret Service runs on the session bus: GNOME Keyring, KDE Wallet and KeePassXC offer one"
    case .noDefaultCollection: "the Secret Service has no default keyring: make one with its own program"
    case .locked: "the keyring is locked: log in to the desktop, or unlock it with its own program"
    case .dismissed: "the keyring stayed locked: its password was not given"
    case .unspeakable: "a text for the Secret Service has a byte of zero in it"
    case .failed(let reason): "the Secret Service failed: \(reason)"
    }
  }
}
