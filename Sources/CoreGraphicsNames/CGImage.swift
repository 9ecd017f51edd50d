public import Foundation

/// A picture in memory. Apple: Core Graphics / `CGImage`.
public final class CGImage: Sendable {
  /// How many pixels are in a row.
  public let width: Int
  /// How many rows there are.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, row after row from the top. The colours are not multiplied by the alpha.
  package let pixels: [UInt8]

  /// - Parameter pixels: Four bytes for each pixel.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height * 4)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Bits of a colour.
  public var bitsPerComponent: Int { 8 }
  /// Bits of a pixel.
  public var bitsPerPixel: Int { 32 }
  /// Bytes of a row.
  public var bytesPerRow: Int { width * 4 }
  /// Where the alpha is.
  public var alphaInfo: CGImageAlphaInfo { .last }
  /// What its colours mean.
  public var colorSpace: CGColorSpace? { CGColorSpace() }

  /// A part of the picture.
  ///
  /// - Parameter rect: The part, counted from the upper left corner.
  /// - Returns: `nil` when nothing of it is in the picture.
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
    let columns = Int(part.minX)..<Int(part.maxX)
    let rows = Int(part.minY)..<Int(part.maxY)
    let kept = rows.flatMap { pixels[($0 * width + columns.lowerBound) * 4..<($0 * width + columns.upperBound) * 4] }
    return CGImage(width: columns.count, height: rows.count, pixels: kept)
  }
}
