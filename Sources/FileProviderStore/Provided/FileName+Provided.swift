extension FileName {
  /// The name that an item has here for its name at the provider.
  ///
  /// A legal name stays as it is. A character that cannot be in a name is written as `%` and its code; a name that is
  /// too long keeps its beginning and its extension around a checksum of the whole. Nothing has to be decoded, since
  /// the row in `synced` has the provider's own name. If that is a spelling of other bytes it means those, so an item
  /// whose name here is not UTF-8 keeps its name when the provider repeats it.
  package init(providing name: String) {
    do { self = try FileName(name) } catch {
      let legal = Array(Self.shortened(Self.escaped(name), of: name).utf8)
      guard let name = try? legal.withUnsafeBytes({ try FileName(bytes: $0) }) else {
        preconditionFailure("an escaped name is legal")
      }
      self = name
    }
  }

  private static func escaped(_ name: String) -> String {
    switch name {
    case "": "%"
    case ".": "%2E"
    case "..": "%2E%2E"
    default: name.replacing(byte: "/", with: "%2F").replacing(byte: "\0", with: "%00")
    }
  }

  /// The name cut to 255 bytes; `original` distinguishes names that begin alike.
  private static func shortened(_ name: String, of original: String) -> String {
    guard name.utf8.count > maximumLength else { return name }
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    let ending = dot.map { String(name[$0...]) } ?? ""
    let kept = ending.utf8.count <= 32 ? ending : ""
    let suffix = "~" + checksum(original) + kept
    return prefix(of: name, bytes: maximumLength - suffix.utf8.count) + suffix
  }

  /// As many whole scalars as fit. Scalars and not characters, since one character may be longer than a name.
  private static func prefix(of name: String, bytes: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in name.unicodeScalars {
      count += UTF8.width(scalar)
      if count > bytes { break }
      result.append(scalar)
    }
    return String(result)
  }

  /// FNV-1a, 64 bits, as 16 digits.
  private static func checksum(_ text: String) -> String {
    let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// This name, made different by a number: `name (2).ext`.
  func numbered(_ number: Int) -> FileName { adding(" (\(number))") }
}
