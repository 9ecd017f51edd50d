package import Foundation

/// A property of a card: what a content line says.
package struct CardProperty: Equatable, Sendable {
  /// What is before the dot in `item1.TEL`. Properties of one group belong together.
  package let group: String?
  /// As it was written. Compare with ``isNamed(_:)``.
  package let name: String
  package var parameters: [CardParameter]
  /// The value as in the line, unfolded: escaped, and encoded as the parameters say.
  package let value: [UInt8]

  /// - Parameter value: With escapes where the value is text (``CardText/escape(_:)``).
  package init(group: String? = nil, _ name: String, _ parameters: [CardParameter] = [], value: String) {
    self.init(group: group, name: name, parameters: parameters, value: Array(value.utf8))
  }

  init(group: String?, name: String, parameters: [CardParameter], value: [UInt8]) {
    self.group = group
    self.name = name
    self.parameters = parameters
    self.value = value
  }

  /// Compares names without regard to letter case.
  package func isNamed(_ other: String) -> Bool { name.isSameWord(as: other) }

  /// The values of all parameters of a name.
  package func values(of parameter: String) -> [String] {
    parameters.filter { $0.isNamed(parameter) }.flatMap(\.values)
  }

  /// The values of `TYPE`, small, and those without a name, which are types unless they say how the value is encoded. `TYPE="a,b"` has two.
  package var types: [String] {
    parameters.filter { $0.isNamed("TYPE") || $0.name.isEmpty }
      .flatMap(\.values).flatMap { $0.split(separator: ",") }.map { $0.lowercased() }
      .filter { !Self.encodings.contains($0) }
  }

  private static let encodings = ["quoted-printable", "base64", "b", "7bit", "8bit"]

  /// How the value is encoded, small.
  private var encoding: String? {
    let named = values(of: "ENCODING").first?.lowercased()
    return named
      ?? parameters.filter(\.name.isEmpty).flatMap(\.values).map { $0.lowercased() }
      .first(where: Self.encodings.contains)
  }

  /// The value as text in Unicode, still with its escapes.
  package var text: String {
    let bytes = encoding == "quoted-printable" ? QuotedPrintable.decode(value) : value
    return Charset.decode(bytes, named: values(of: "CHARSET").first)
  }

  /// The bytes of a value in base 64, or in a URL of the scheme `data`; nil where the value is neither.
  package var data: Data? {
    if encoding == "b" || encoding == "base64" {
      return Data(base64Encoded: Data(value), options: .ignoreUnknownCharacters)
    }
    guard value.prefix(5).isSameWord(as: "data:".utf8), let comma = value.firstIndex(of: UInt8(ascii: ",")) else {
      return nil
    }
    let head = String(decoding: value[..<comma], as: UTF8.self).lowercased()
    // Semicolons and commas of a URL need no escape, and some programs write one.
    let contents = value[(comma + 1)...]
    if head.hasSuffix(";base64") || head.hasSuffix(";base64\\") {
      return Data(base64Encoded: Data(contents), options: .ignoreUnknownCharacters)
    }
    return String(decoding: contents, as: UTF8.self).removingPercentEncoding.map { Data($0.utf8) }
  }

  /// The same property with another value, without what said how the earlier one was encoded.
  ///
  /// - Parameter value: With escapes where the value is text.
  package func replacing(value: String) -> CardProperty {
    CardProperty(
      group: group, name: name, parameters: parametersWithoutEncoding, value: Array(value.utf8))
  }

  /// The same property in another group, or in none.
  package func inGroup(_ group: String?) -> CardProperty {
    CardProperty(group: group, name: name, parameters: parameters, value: value)
  }

  private var parametersWithoutEncoding: [CardParameter] {
    parameters.compactMap { parameter in
      if parameter.isNamed("ENCODING") || parameter.isNamed("CHARSET") { return nil }
      guard parameter.name.isEmpty else { return parameter }
      let types = parameter.values.filter { !Self.encodings.contains($0.lowercased()) }
      return types.isEmpty ? nil : CardParameter("", values: types)
    }
  }

  /// The property of a card of version 2.1 as version 3.0 has it: in Unicode, every parameter with a name.
  var upgraded: CardProperty {
    let isBinary = encoding == "b" || encoding == "base64"
    var new = isBinary ? self : replacing(value: Self.inOneLine(text))
    if isNamed("AGENT"), !isBinary { new = replacing(value: CardText.escape(text.drop(while: \.isNewline))) }
    new.parameters = new.parametersWithoutEncoding.map {
      $0.name.isEmpty ? CardParameter("TYPE", values: $0.values) : $0
    }
    if isBinary { new.parameters.append(CardParameter("ENCODING", "b")) }
    return new
  }

  /// A text whose other escapes are left as they are.
  private static func inOneLine(_ text: String) -> String {
    text.replacingOccurrences(of: "\r\n", with: "\\n").replacingOccurrences(of: "\r", with: "\\n")
      .replacingOccurrences(of: "\n", with: "\\n")
  }
}
