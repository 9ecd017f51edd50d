public import CoreFoundationNames
public import Foundation

/// What the numbers of a colour mean. There is one here: red, green and blue as of sRGB. Apple: Core Graphics / `CGColorSpace`.
public final class CGColorSpace: Sendable {
  init() {}

  /// - Parameter name: The name of a colour space.
  /// - Returns: `nil` for any but sRGB.
  public init?(name: CFString) {
    guard name == Self.sRGB else { return nil }
  }

  /// That of screens and the web.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" }
  /// How many numbers a colour has, without its alpha.
  public var numberOfComponents: Int { 3 }
}

/// The colours of the machine, which are those of sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }
