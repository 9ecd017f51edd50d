/// Why the Secret Service did not do what it was asked.
///
/// No text of these has a secret in it.
public enum SecretServiceError: Error, Equatable, CustomStringConvertible {
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

  public var description: String {
    switch self {
    case .noLibrary: "the Secret Service cannot be reached: libsystemd is not installed (libsystemd.so.0)"
    case .noBus(let reason):
      "the Secret Service cannot be reached: no session bus (\(reason)); programs outside a desktop session have none"
    case .noService:
      "no Secret Service on the session bus: start GNOME Keyring, KDE Wallet or KeePassXC"
    case .noDefaultCollection: "the Secret Service has no default keyring: create one with the keyring's own program"
    case .locked: "the keyring is locked: log in to the desktop, or unlock it with the keyring's own program"
    case .dismissed: "the keyring is still locked: its password was not entered"
    case .unspeakable: "a string for the Secret Service contains a NUL byte"
    case .failed(let reason): "the Secret Service failed: \(reason)"
    }
  }
}
