/// The domain that each provider has.
public struct DefaultContactProviderDomain: ContactProviderDomain {
  /// The identifier of the default domain.
  public static let identifier = "default"

  /// The identifier of the default domain.
  public var identifier: String { Self.identifier }
  /// The name of the app: in the `Info.plist` beside the program, or else that of the program.
  public let displayName: String
  /// Always empty.
  public let userInfo: [String: Any] = [:]

  /// The default domain of this program.
  public init() { self.init(displayName: ProgramDescription.current.displayName) }

  init(displayName: String) { self.displayName = displayName }
}
