public import Foundation

/// A colour of sRGB, and how much it hides. Apple: Core Graphics / `CGColor`.
public final class CGColor: Hashable, Sendable {
  /// Red, green, blue and alpha, from 0 to 1.
  let values: SIMD4<Double>

  init(_ values: SIMD4<Double>) { self.values = values.clamped(lowerBound: .zero, upperBound: .one) }

  /// A colour of red, green and blue.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(SIMD4(Double(red), Double(green), Double(blue), Double(alpha)))
  }

  /// A colour of red, green and blue.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A grey.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// A colour of red, green, blue and alpha.
  public convenience init?(colorSpace: CGColorSpace, components: UnsafePointer<CGFloat>) {
    self.init(red: components[0], green: components[1], blue: components[2], alpha: components[3])
  }

  /// Black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// White.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Nothing.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// How much it hides: 1 is all.
  public var alpha: CGFloat { CGFloat(values.w) }
  /// Red, green, blue and alpha.
  public var components: [CGFloat]? { [CGFloat(values.x), CGFloat(values.y), CGFloat(values.z), CGFloat(values.w)] }
  /// How many components there are.
  public var numberOfComponents: Int { 4 }

  /// The same with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(SIMD4(values.x, values.y, values.z, Double(alpha)))
  }

  public static func == (left: CGColor, right: CGColor) -> Bool { left.values == right.values }
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
