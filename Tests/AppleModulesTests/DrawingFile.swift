import CoreGraphics
import Foundation

/// What a file does that imports CoreGraphics. No test imports it: Swift Testing looks for a module of its own wherever both are imported.
enum DrawingFile {
  static func drawnWidth() -> Int? {
    let context = CGContext(
      data: nil, width: 3, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    context?.setFillColor(CGColor(gray: 1, alpha: 1))
    return context?.makeImage()?.width
  }
}
