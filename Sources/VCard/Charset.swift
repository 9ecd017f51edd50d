import Foundation

/// The character sets that cards of version 2.1 name.
enum Charset {
  /// The encodings by name, without hyphens and underscores. Those with the highest bit are CoreFoundation's.
  private static let encodings: [String: String.Encoding] = [
    "usascii": .utf8, "ascii": .utf8, "utf8": .utf8,
    "utf16": .utf16, "utf16be": .utf16BigEndian, "utf16le": .utf16LittleEndian,
    // A superset of ISO 8859-1 that has characters where that has none.
    "iso88591": .windowsCP1252, "latin1": .windowsCP1252, "windows1252": .windowsCP1252, "cp1252": .windowsCP1252,
    "iso88592": .isoLatin2, "windows1250": .windowsCP1250, "windows1251": .windowsCP1251,
    "windows1253": .windowsCP1253, "windows1254": .windowsCP1254,
    "shiftjis": .shiftJIS, "sjis": .shiftJIS, "eucjp": .japaneseEUC, "iso2022jp": .iso2022JP,
    "iso885915": String.Encoding(rawValue: 0x8000_020F), "koi8r": String.Encoding(rawValue: 0x8000_0A02),
    "gb2312": String.Encoding(rawValue: 0x8000_0632), "gbk": String.Encoding(rawValue: 0x8000_0632),
    "gb18030": String.Encoding(rawValue: 0x8000_0632), "big5": String.Encoding(rawValue: 0x8000_0A03),
    "euckr": String.Encoding(rawValue: 0x8000_0940),
  ]

  /// The text of bytes. Where the name is unknown or the bytes are not of that set they are UTF-8, or else Windows-1252, which old programs wrote unnamed.
  static func decode(_ bytes: [UInt8], named name: String?) -> String {
    let key = name.map { $0.lowercased().filter { $0 != "-" && $0 != "_" } } ?? "utf8"
    let encoding = encodings[key] ?? .utf8
    if encoding != .utf8, let text = NSString(data: Data(bytes), encoding: encoding.rawValue) {
      return text as String
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // Five bytes have no character there.
    return String(data: Data(bytes), encoding: .windowsCP1252) ?? String(data: Data(bytes), encoding: .isoLatin1)
      ?? String(decoding: bytes, as: UTF8.self)
  }
}
