/// A way in which other systems name types.
///
/// Apple: Uniform Type Identifiers / `UTTagClass`.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// The name of the class.
  public let rawValue: String

  /// Makes a class by name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Filename extensions without the dot, such as `txt`; letter case does not matter.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")

  /// MIME types without parameters, such as `text/plain`; letter case does not matter.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}
