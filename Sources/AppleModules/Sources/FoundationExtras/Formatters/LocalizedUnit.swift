import Foundation
import _FoundationICU

/// A unit in the words of a language, from ICU's tables, which Foundation has with it on Linux and takes its words from on macOS.
struct LocalizedUnit {
  /// How long the words are: `2h`, `2 hr`, `2 hours`.
  enum Width: String {
    case narrow
    case short
    case full = "full-name"

    fileprivate var ofList: UListFormatterWidth {
      switch self {
      case .narrow: ULISTFMT_WIDTH_NARROW
      case .short: ULISTFMT_WIDTH_SHORT
      case .full: ULISTFMT_WIDTH_WIDE
      }
    }
  }

  /// The unit in a number skeleton, such as `unit/kilometer`.
  var stem: String
  var width: Width
  var locale: Locale

  /// A quantity with its unit.
  ///
  /// ICU decides on the plural and on which side the unit stands; the number is written as the caller wants it.
  ///
  /// - Returns: `nil` for a unit that ICU does not know.
  func text(_ value: Double, number: String, fractionDigits: Int = 0) -> String? {
    let precision = fractionDigits == 0 ? "precision-integer" : "." + String(repeating: "0", count: fractionDigits)
    guard var whole = formatted(value, "\(stem) unit-width-\(width.rawValue) \(precision)"),
      let plain = formatted(value, precision)
    else { return nil }
    // Some languages have a form of the word for a number that is not written beside it.
    if let place = whole.range(of: plain) { whole.replaceSubrange(place, with: number) }
    return whole
  }

  /// The unit without a number, as it stands behind most numbers.
  var name: String? {
    // Of languages with many plurals, most have the general one for a fraction above two.
    text(10.5, number: "", fractionDigits: 1)?.trimmingCharacters(in: .whitespaces)
  }

  /// Quantities of several units in a row, as the language joins them.
  static func joined(_ parts: [String], width: Width, locale: Locale) -> String {
    var status = U_ZERO_ERROR
    let list = swift_ulistfmt_openForType(locale.identifier, ULISTFMT_TYPE_UNITS, width.ofList, &status)
    defer { swift_ulistfmt_close(list) }
    var (characters, starts): ([UInt16], [Int]) = ([], [])
    for part in parts {
      starts.append(characters.count)
      characters += part.utf16
    }
    let lengths = parts.map { Int32($0.utf16.count) }
    let text = characters.withUnsafeBufferPointer { all in
      let pointers = starts.map { start in all.baseAddress.map { $0 + start } }
      return filled { buffer, capacity in
        swift_ulistfmt_format(list, pointers, lengths, Int32(parts.count), buffer, capacity, &status)
      }
    }
    return status.rawValue <= U_ZERO_ERROR.rawValue ? text : parts.joined(separator: " ")
  }

  private func formatted(_ value: Double, _ skeleton: String) -> String? {
    var status = U_ZERO_ERROR
    let characters = Array(skeleton.utf16)
    let formatter = swift_unumf_openForSkeletonAndLocale(
      characters, Int32(characters.count), locale.identifier, &status)
    defer { swift_unumf_close(formatter) }
    let result = swift_unumf_openResult(&status)
    defer { swift_unumf_closeResult(result) }
    swift_unumf_formatDouble(formatter, value, result, &status)
    let text = Self.filled { swift_unumf_resultToString(result, $0, $1, &status) }
    return status.rawValue <= U_ZERO_ERROR.rawValue ? text : nil
  }

  /// What a function of ICU writes. Longer texts are an error to it, as its status says.
  static func filled(_ fill: (UnsafeMutablePointer<UInt16>?, Int32) -> Int32) -> String {
    let text = [UInt16](unsafeUninitializedCapacity: 1024) { buffer, count in
      count = min(max(Int(fill(buffer.baseAddress, Int32(buffer.count))), 0), buffer.count)
    }
    return String(decoding: text, as: UTF16.self)
  }
}
