public import Foundation

// Lines, half of whose width is on either side of what they go around.
extension CGContext {
  /// What lines are drawn with from now on.
  public func setStrokeColor(_ color: CGColor) { stroke = color }
  /// What lines are drawn with from now on.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// What lines are drawn with from now on.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { stroke = CGColor(gray: gray, alpha: alpha) }
  /// How wide lines are from now on; 1 at first.
  public func setLineWidth(_ width: CGFloat) { lineWidth = width }

  /// Draws a line around a rectangle.
  public func stroke(_ rect: CGRect) { stroke(rect, width: lineWidth) }

  /// Draws a line of some width around a rectangle.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    around(rect, width) { square, rect in Self.shared(square, rect) }
  }

  /// Draws a line around the ellipse that touches the sides of a rectangle.
  public func strokeEllipse(in rect: CGRect) {
    around(rect, lineWidth) { square, rect in Self.sharedWithEllipse(square, rect) }
  }

  /// - Parameter share: How much of a pixel's square is in a shape.
  private func around(_ rect: CGRect, _ width: CGFloat, _ share: (CGRect, CGRect) -> Double) {
    guard width > 0 else { return }
    let (outer, rect) = (rect.standardized.insetBy(dx: -width / 2, dy: -width / 2), rect.standardized)
    let hasInside = rect.width > width && rect.height > width
    let inner = hasInside ? rect.insetBy(dx: width / 2, dy: width / 2) : .null
    let color = stroke.values
    change(outer) { pixel, square in
      pixel.cover(color, share(square, outer) - (hasInside ? share(square, inner) : 0))
    }
  }
}
