/// The identifier of a type that has no name: `dyn.` and the tag it was made from, in letters that identifiers may have.
///
/// It can be taken apart again, so a type that was stored somewhere keeps its meaning on a machine whose database does
/// not know it.
struct DynamicIdentifier: Hashable, Sendable {
  /// All identifiers with this prefix are dynamic.
  static let reserved = "dyn."
  /// Sets ours apart from those made by other systems, which start with an `a` and cannot be read here.
  private static let prefix = "dyn.o"

  /// The class of the tag.
  var tagClass: UTTagClass
  /// The tag, lower case.
  var tag: String
  /// What the type was asked to conform to, where that does not follow from the tag.
  var supertype: String?

  init(_ tag: Tag, conformingTo supertype: String? = nil) {
    tagClass = tag.tagClass
    self.tag = tag.value
    self.supertype = supertype
  }

  /// Reads an identifier; `nil` if it is not one of ours.
  init?(_ identifier: String) {
    guard identifier.hasPrefix(Self.prefix),
      let bytes = Base32.decode(identifier.dropFirst(Self.prefix.count)),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let fields = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3,
      let tag = Tag(String(fields[1]), Self.tagClass(String(fields[0]))), tag.value == fields[1]
    else { return nil }
    self.init(tag, conformingTo: fields.count == 3 ? String(fields[2]) : nil)
  }

  /// The identifier.
  var identifier: String {
    var text = "\(Self.shortName(tagClass))\n\(tag)"
    if let supertype { text += "\n\(supertype)" }
    return Self.prefix + Base32.encode(text.utf8)
  }

  private static func shortName(_ tagClass: UTTagClass) -> String {
    switch tagClass {
    case .filenameExtension: "e"
    case .mimeType: "m"
    default: tagClass.rawValue
    }
  }

  private static func tagClass(_ shortName: String) -> UTTagClass {
    switch shortName {
    case "e": .filenameExtension
    case "m": .mimeType
    default: UTTagClass(rawValue: shortName)
    }
  }
}
