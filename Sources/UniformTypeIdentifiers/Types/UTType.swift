/// The kind of a file, a folder or a piece of data, such as "PDF document".
///
/// A type is a name, its ``identifier``. Everything else is looked up: a table of well-known types in this module gives
/// them Apple's identifiers and conformances, and the system's shared MIME database adds what is installed on this
/// machine. A type that is not in the table has a *dynamic* identifier that spells out the tag it was made from: the
/// same on every machine, and as good as any other for storing and comparing.
///
/// Without a database, as in a minimal container, the table alone answers.
///
/// Apple: Uniform Type Identifiers / `UTType`.
public struct UTType: Hashable, Sendable {
  /// The name of the type, for example `com.adobe.pdf`.
  public let identifier: String

  /// A type of this module's table, or one whose identifier was made here.
  init(known identifier: String) {
    self.identifier = identifier
  }

  /// The type with this identifier, in any letter case; `nil` if it is neither declared nor a dynamic one.
  public init?(_ identifier: String) {
    guard let canonical = TypeCatalogue.shared.canonicalIdentifier(identifier) else { return nil }
    self.init(known: canonical)
  }

  /// A type that the calling program defines itself.
  ///
  /// - Parameters:
  ///   - identifier: its identifier, in reverse-DNS style.
  ///   - supertype: what it conforms to, if it was not declared before; `nil` stands for `.data`.
  public init(exportedAs identifier: String, conformingTo supertype: UTType? = nil) {
    self.init(known: TypeCatalogue.shared.declare(identifier, conformingTo: supertype?.identifier))
  }

  /// A type that some other program defines and the calling program knows of.
  ///
  /// - Parameters:
  ///   - identifier: its identifier, in reverse-DNS style.
  ///   - supertype: what it conforms to, if it was not declared before; `nil` stands for `.data`.
  public init(importedAs identifier: String, conformingTo supertype: UTType? = nil) {
    self.init(known: TypeCatalogue.shared.declare(identifier, conformingTo: supertype?.identifier))
  }

  /// Whether the identifier spells out a tag because no name was ever given to the type.
  public var isDynamic: Bool {
    identifier.hasPrefix(DynamicIdentifier.reserved)
  }

  /// Whether the type is in this module's table or was declared by the program.
  public var isDeclared: Bool {
    TypeCatalogue.shared.isDeclared(identifier)
  }

  /// Whether the identifier belongs to the common `public.` name space.
  public var isPublic: Bool {
    identifier.hasPrefix("public.")
  }
}

extension UTType: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}

extension UTType: Codable {
  /// Reads an identifier. One that is not declared here is kept as it is, so that nothing is lost on the way through a
  /// machine that knows less.
  public init(from decoder: any Decoder) throws {
    let identifier = try decoder.singleValueContainer().decode(String.self)
    self.init(known: TypeCatalogue.shared.canonicalIdentifier(identifier) ?? identifier)
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
