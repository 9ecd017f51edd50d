public import Foundation

/// A message with values in it, of which those that are private are not shown. Apple: os / `OSLogMessage`.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
  let text: String

  /// A message without values.
  public init(stringLiteral value: String) { text = value }
  /// A message with values.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Collects the parts of a message. Apple: os / `OSLogInterpolation`.
public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  /// Begins a message.
  public init(literalCapacity: Int, interpolationCount: Int) {
    text.reserveCapacity(literalCapacity)
  }

  /// Text of the code's own.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  /// A text.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { text += align.text(privacy.shown(value(), isNumber: false)) }

  /// A whole number.
  public mutating func appendInterpolation<Number: FixedWidthInteger>(
    _ value: @autoclosure () -> Number, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { text += align.text(privacy.shown(format.text(value()), isNumber: true)) }

  /// A number with a fraction.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { text += align.text(privacy.shown(format.text(value()), isNumber: true)) }

  /// A number with a fraction.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { text += align.text(privacy.shown(format.text(Double(value())), isNumber: true)) }

  /// A truth value.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
  ) { text += privacy.shown(format.text(value()), isNumber: true) }

  /// What describes itself.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: CustomStringConvertible>(
    _ value: @autoclosure () -> Value, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { text += align.text(privacy.shown(value().description, isNumber: false)) }

  /// A type; types are no secrets.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Any.Type, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { text += align.text(privacy.shown(String(describing: value()), isNumber: true)) }

  /// An error.
  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> any Error, privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.shown("\(value() as NSError)", isNumber: false)
  }

  /// An object that may be missing.
  @_disfavoredOverload
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> NSObject?, privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.shown(value().map { "\($0)" } ?? "(null)", isNumber: false)
  }
}
