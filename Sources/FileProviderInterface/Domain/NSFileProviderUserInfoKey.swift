/// A key of facts that travel from the provider to the system.
///
/// Apple: File Provider / `NSFileProviderUserInfoKey`.
public struct NSFileProviderUserInfoKey: _NSFileProviderString {
  /// The key as a string.
  public let rawValue: String

  /// Wraps a string.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Wraps a string.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name of an experiment that the provider takes part in. Without effect here: nobody collects it.
  public static let experimentID = Self("NSFileProviderUserInfoExperimentIDKey")
}
