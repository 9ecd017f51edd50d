extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let equals = UInt8(ascii: "=")

  var isBlank: Bool { self == .space || self == .tab }

  /// The same letter, small.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
}

extension Collection<UInt8> {
  /// Compares ASCII without regard to letter case.
  func isSameWord(as word: some Collection<UInt8>) -> Bool {
    elementsEqual(word) { $0.lowercased == $1.lowercased }
  }
}

extension StringProtocol {
  /// Compares words as vCard has them: without regard to the letter case of ASCII.
  package func isSameWord(as other: some StringProtocol) -> Bool { utf8.isSameWord(as: other.utf8) }
}
