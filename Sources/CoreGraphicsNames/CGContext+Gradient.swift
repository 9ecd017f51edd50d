public import Foundation

extension CGContext {
  /// Fills the picture with a gradient along a line.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    let (start, line) = (SIMD2(startPoint), SIMD2(endPoint) - SIMD2(startPoint))
    let length = (line * line).sum()
    guard length > 0 else { return }
    draw(gradient) { point in options.place(((point - start) * line).sum() / length) }
  }

  /// Fills the picture with a gradient between two circles.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    let (start, way) = (SIMD2(startCenter), SIMD2(endCenter) - SIMD2(startCenter))
    let (radius, growth) = (Double(startRadius), Double(endRadius - startRadius))
    // The circles from the first to the last, and on, that go through a point: |point - start - t way| = radius + t growth.
    let a = (way * way).sum() - growth * growth
    draw(gradient) { point in
      let from = point - start
      let b = (from * way).sum() + radius * growth
      let c = (from * from).sum() - radius * radius
      let ways: [Double]
      if abs(a) < 1e-9 {
        ways = abs(b) < 1e-9 ? [] : [c / (2 * b)]
      } else {
        let root = b * b - a * c
        ways = root < 0 ? [] : [(b + root.squareRoot()) / a, (b - root.squareRoot()) / a].sorted(by: >)
      }
      // The last circle that is drawn covers those before it.
      return ways.lazy.filter { radius + $0 * growth >= 0 }.compactMap(options.place).first
    }
  }

  /// - Parameter place: The place in the gradient of a pixel's middle; `nil` where nothing is drawn.
  private func draw(_ gradient: CGGradient, _ place: (SIMD2<Double>) -> Double?) {
    change(CGRect(x: 0, y: 0, width: width, height: height)) { pixel, square in
      guard let place = place(SIMD2(Double(square.midX), Double(square.midY))) else { return }
      pixel.cover(gradient.color(at: place), 1)
    }
  }
}

extension SIMD2<Double> {
  fileprivate init(_ point: CGPoint) { self.init(Double(point.x), Double(point.y)) }
}
