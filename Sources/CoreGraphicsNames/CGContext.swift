public import Foundation

/// How pixels between pixels are found. Apple: Core Graphics / `CGInterpolationQuality`.
public enum CGInterpolationQuality: Int32, Sendable {
  case `default` = 0
  case none = 1
  case low = 2
  case high = 3
  case medium = 4
}

/// Draws rectangles, ellipses, gradients and pictures into a picture, whose origin is the lower left corner. Apple: Core Graphics / `CGContext`.
///
/// There are no paths, texts, shadows and transformations.
public final class CGContext {
  /// How many pixels are in a row.
  public let width: Int
  /// How many rows there are.
  public let height: Int
  /// Without effect: where a picture is drawn smaller, each pixel is the mean of those that it stands for.
  public var interpolationQuality = CGInterpolationQuality.default

  /// Red, green and blue multiplied by the alpha, and the alpha, row after row from the top.
  private var pixels: [SIMD4<Double>]
  private let isOpaque: Bool
  private var fill = CGColor.black
  /// What the numbers of a colour mean.
  public let colorSpace: CGColorSpace?
  /// What lines are drawn with.
  var stroke = CGColor.black
  /// How wide lines are.
  var lineWidth: CGFloat = 1

  /// A picture of nothing, or of black where there is no alpha.
  ///
  /// - Parameters:
  ///   - data: `nil`: the memory is the context's own.
  ///   - width: How many pixels a row has.
  ///   - height: How many rows there are.
  ///   - bitsPerComponent: 8, as many as a picture has.
  ///   - bytesPerRow: Without effect, as is the order of bytes: nobody sees the memory.
  ///   - space: What the numbers of a colour mean.
  ///   - bitmapInfo: Whether there is an alpha.
  /// - Returns: `nil` for memory of the caller's, other pictures than of three colours of 8 bits with room for an alpha, and more than 2^26 pixels.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let alpha = CGImageAlphaInfo(rawValue: bitmapInfo & CGBitmapInfo.alphaInfoMask.rawValue)
    guard data == nil, bitsPerComponent == 8, width > 0, height > 0, width <= 1 << 26, height <= (1 << 26) / width
    else { return nil }
    switch alpha {
    case .premultipliedLast, .premultipliedFirst: isOpaque = false
    case .noneSkipLast, .noneSkipFirst: isOpaque = true
    default: return nil
    }
    self.width = width
    self.height = height
    colorSpace = space
    pixels = Array(repeating: isOpaque ? SIMD4(0, 0, 0, 1) : .zero, count: width * height)
  }

  /// What rectangles and ellipses are filled with from now on.
  public func setFillColor(_ color: CGColor) { fill = color }
  /// What rectangles and ellipses are filled with from now on.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// What rectangles and ellipses are filled with from now on.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { fill = CGColor(gray: gray, alpha: alpha) }

  /// Fills a rectangle.
  public func fill(_ rect: CGRect) {
    let color = fill.values
    change(rect) { pixel, square in pixel.cover(color, Self.shared(square, rect.standardized)) }
  }

  /// Fills rectangles.
  public func fill(_ rects: [CGRect]) { rects.forEach(fill) }

  /// Fills the ellipse that touches the sides of a rectangle.
  public func fillEllipse(in rect: CGRect) {
    let color = fill.values
    let rect = rect.standardized
    change(rect) { pixel, square in pixel.cover(color, Self.sharedWithEllipse(square, rect)) }
  }

  /// Makes a rectangle transparent, or black where there is no alpha.
  public func clear(_ rect: CGRect) {
    let empty: SIMD4<Double> = isOpaque ? SIMD4(0, 0, 0, 1) : .zero
    change(rect) { pixel, square in
      let share = Self.shared(square, rect.standardized)
      pixel = pixel * (1 - share) + empty * share
    }
  }

  /// Draws a picture, which fills the rectangle.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    let rect = rect.standardized
    guard !byTiling, rect.width > 0, rect.height > 0 else { return }
    let (across, down) = (Double(image.width) / rect.width, Double(image.height) / rect.height)
    guard across.isFinite, down.isFinite else { return }
    change(rect) { pixel, square in
      let columns = (square.minX - rect.minX) * across..<(square.maxX - rect.minX) * across
      let rows = (rect.maxY - square.maxY) * down..<(rect.maxY - square.minY) * down
      pixel.cover(image.mean(columns, rows), Self.shared(square, rect))
    }
  }

  /// What is drawn so far.
  public func makeImage() -> CGImage? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * 4)
    for pixel in pixels {
      let color = pixel.w > 0 ? pixel / pixel.w : .zero
      for value in [color.x, color.y, color.z, pixel.w] { bytes.append(UInt8((min(max(value, 0), 1) * 255).rounded())) }
    }
    return CGImage(width: width, height: height, pixels: bytes)
  }

  /// Calls `body` with each pixel that a rectangle touches, and the pixel's place.
  func change(_ rect: CGRect, _ body: (inout SIMD4<Double>, CGRect) -> Void) {
    let touched = rect.standardized.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !touched.isNull, touched.width >= 1, touched.height >= 1 else { return }
    for y in Int(touched.minY)..<Int(touched.maxY) {
      for x in Int(touched.minX)..<Int(touched.maxX) {
        body(&pixels[(height - 1 - y) * width + x], CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
  }

  /// How much of a pixel's square is in a rectangle.
  static func shared(_ square: CGRect, _ rect: CGRect) -> Double {
    let part = square.intersection(rect)
    return part.isNull ? 0 : Double(part.width * part.height)
  }

  /// How much of a pixel's square is in the ellipse that touches the sides of a rectangle.
  static func sharedWithEllipse(_ square: CGRect, _ rect: CGRect) -> Double {
    let inside = samples.count {
      let x = (square.minX + $0.x - rect.midX) / (rect.width / 2)
      let y = (square.minY + $0.y - rect.midY) / (rect.height / 2)
      return x * x + y * y <= 1
    }
    return Double(inside) / Double(samples.count)
  }

  /// Points of a pixel's square, by which the edge of an ellipse is smooth.
  static let samples = (0..<16).map {
    CGPoint(x: (CGFloat($0 % 4) + 0.5) / 4, y: (CGFloat($0 / 4) + 0.5) / 4)
  }
}

extension SIMD4<Double> {
  /// Lays a colour over this pixel, whose colours are multiplied by its alpha.
  mutating func cover(_ color: Self, _ share: Double) {
    let alpha = color.w * share
    self = self * (1 - alpha) + SIMD4(color.x, color.y, color.z, 1) * alpha
  }
}

extension CGImage {
  /// The mean colour of the pixels in a part of the picture, which is one at least.
  fileprivate func mean(_ columns: Range<Double>, _ rows: Range<Double>) -> SIMD4<Double> {
    func pixelNumbers(_ range: Range<Double>, _ count: Int) -> ClosedRange<Int> {
      // A part of a hair's breadth has numbers that no integer holds.
      let last = Double(count - 1)
      let first = Int(min(max(range.lowerBound, 0), last))
      return first...max(Int(min(max(range.upperBound.rounded(.up) - 1, 0), last)), first)
    }
    let (columns, rows) = (pixelNumbers(columns, width), pixelNumbers(rows, height))
    var sum = SIMD4<Double>.zero
    for row in rows {
      for column in columns {
        let place = (row * width + column) * 4
        let alpha = Double(pixels[place + 3])
        sum +=
          SIMD4(Double(pixels[place]), Double(pixels[place + 1]), Double(pixels[place + 2]), 255) * (alpha / 65025)
      }
    }
    let count = Double(columns.count * rows.count)
    return sum.w > 0 ? SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, sum.w / count) : .zero
  }
}
