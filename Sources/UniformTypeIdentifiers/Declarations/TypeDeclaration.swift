/// What is known of one type without asking the system's database.
struct TypeDeclaration: Sendable {
  /// The identifier, as Apple or the format's owner chose it.
  let identifier: String
  /// What it is, in English and lower case unless it starts with a name.
  let summary: String
  /// The identifiers it conforms to directly.
  let supertypes: [String]
  /// Filename extensions without the dot, the preferred one first.
  let extensions: [String]
  /// MIME types, the preferred one first.
  let mimeTypes: [String]

  init(
    _ identifier: String, _ summary: String, of supertypes: [String], extensions: [String] = [],
    mimeTypes: [String] = []
  ) {
    self.identifier = identifier
    self.summary = summary
    self.supertypes = supertypes
    self.extensions = extensions
    self.mimeTypes = mimeTypes
  }

  /// Every declaration that comes with this module.
  static let all = abstract + fileSystem + text + sourceCode + images + media + archives + withoutConstant
}
