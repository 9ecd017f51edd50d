import Foundation

/// The value of an option in a dictionary, of whatever type of Swift's or of Foundation's it is.
enum PictureOption {
  static func number(_ value: Any?) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    default: nil
    }
  }

  static func isTrue(_ value: Any?) -> Bool { (value as? Bool) ?? (number(value).map { $0 != 0 } ?? false) }
}
