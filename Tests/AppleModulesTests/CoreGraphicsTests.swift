import Foundation
import Testing

@testable import CoreGraphicsNames

/// Pictures that are drawn, pixel by pixel.
@Suite struct CoreGraphicsTests {
  private func context(_ side: Int, _ alpha: CGImageAlphaInfo = .premultipliedLast) throws -> CGContext {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    return try #require(
      CGContext(
        data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: alpha.rawValue | CGBitmapInfo.byteOrder32Big.rawValue))
  }

  /// A pixel, counted from the upper left.
  private func pixel(_ image: CGImage?, _ x: Int, _ y: Int) throws -> [UInt8] {
    let image = try #require(image)
    return Array(image.pixels[(y * image.width + x) * 4..<(y * image.width + x) * 4 + 4])
  }

  @Test func `the origin is the lower left corner`() throws {
    let context = try context(4)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    let image = context.makeImage()
    #expect(try pixel(image, 0, 3) == [255, 0, 0, 255])
    #expect(try pixel(image, 0, 0) == [0, 0, 0, 0] && pixel(image, 1, 3) == [0, 0, 0, 0])
  }

  @Test func `a line goes around a rectangle or an ellipse`() throws {
    let context = try context(12)
    #expect(context.colorSpace?.numberOfComponents == 3)
    context.setStrokeColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.stroke(CGRect(x: 0.5, y: 0.5, width: 11, height: 11))
    var image = context.makeImage()
    #expect(try pixel(image, 0, 0) == [255, 0, 0, 255] && pixel(image, 11, 5) == [255, 0, 0, 255])
    #expect(try pixel(image, 1, 1) == [0, 0, 0, 0] && pixel(image, 6, 6) == [0, 0, 0, 0])
    context.setStrokeColor(.white)
    context.setLineWidth(2)
    context.strokeEllipse(in: CGRect(x: 2, y: 2, width: 8, height: 8))
    image = context.makeImage()
    #expect(try pixel(image, 6, 2) == [255, 255, 255, 255] && pixel(image, 1, 1) == [0, 0, 0, 0])
    #expect(try pixel(image, 6, 6) == [0, 0, 0, 0])
    // A line that is wider than what it goes around fills it.
    context.setStrokeColor(gray: 0, alpha: 1)
    context.stroke(CGRect(x: 5, y: 5, width: 2, height: 2), width: 4)
    #expect(try pixel(context.makeImage(), 6, 6) == [0, 0, 0, 255])
  }

  @Test func `a file that imports the module draws`() { #expect(DrawingFile.drawnWidth() == 3) }

  @Test func `what is filled in part covers in part`() throws {
    let context = try context(4, .noneSkipLast)
    context.setFillColor(.white)
    context.fill(CGRect(x: 0.5, y: 0, width: 1, height: 4))
    let image = context.makeImage()
    #expect(try pixel(image, 0, 0) == [128, 128, 128, 255] && pixel(image, 2, 0) == [0, 0, 0, 255])
    context.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.setFillColor(CGColor(gray: 1, alpha: 0.2))
    context.fill([CGRect(x: 0, y: 0, width: 1, height: 1)])
    #expect(try pixel(context.makeImage(), 0, 3) == [51, 51, 51, 255])
  }

  @Test func `an ellipse leaves the corners`() throws {
    let context = try context(8)
    context.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    context.fillEllipse(in: CGRect(x: 0, y: 0, width: 8, height: 8))
    let image = context.makeImage()
    #expect(try pixel(image, 4, 4) == [0, 0, 255, 255])
    #expect(try pixel(image, 0, 0)[3] < 64 && pixel(image, 0, 4)[3] > 128)
  }

  @Test func `a picture that is drawn smaller has the mean of its pixels, upright`() throws {
    let pixels = [UInt8]([255, 0, 0, 255] + [255, 255, 255, 255] + [0, 0, 0, 255] + [0, 0, 0, 0])
    let image = CGImage(width: 2, height: 2, pixels: pixels)
    let small = try context(1)
    small.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try pixel(small.makeImage(), 0, 0) == [170, 85, 85, 191])
    let large = try context(4)
    large.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(try pixel(large.makeImage(), 1, 1) == [255, 0, 0, 255] && pixel(large.makeImage(), 3, 3) == [0, 0, 0, 0])
  }

  @Test(arguments: [5.55e-17, Double.leastNonzeroMagnitude]) func `a rectangle of a hair's breadth takes no picture`(
    _ width: Double
  ) throws {
    let image = CGImage(width: 1, height: 1, pixels: [255, 0, 0, 255])
    let context = try context(1)
    context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: 1))
    #expect(try pixel(context.makeImage(), 0, 0)[3] == 0)
  }

  @Test func `a part of a picture is counted from the upper left corner`() throws {
    let image = CGImage(width: 2, height: 2, pixels: Array(0..<16))
    #expect(image.cropping(to: CGRect(x: 1, y: 1, width: 5, height: 5))?.pixels == [12, 13, 14, 15])
    #expect(image.cropping(to: CGRect(x: 2, y: 0, width: 1, height: 1)) == nil)
  }

  @Test func `a picture that is not made is refused, and a colour is between nothing and all`() throws {
    let space = CGColorSpaceCreateDeviceRGB()
    #expect(CGColorSpace(name: "kCGColorSpaceGenericCMYK") == nil && space.numberOfComponents == 3)
    for (width, bits, alpha) in [(0, 8, 1), (1, 16, 1), (1, 8, 0), (1 << 40, 8, 1), (4, 8, 31)] as [(Int, Int, UInt32)]
    {
      let refused = CGContext(
        data: nil, width: width, height: 1 << 20, bitsPerComponent: bits, bytesPerRow: 0, space: space,
        bitmapInfo: alpha)
      #expect(refused == nil, "\(width) \(bits) \(alpha)")
    }
    #expect(CGColor(red: 3, green: -1, blue: 0.5, alpha: 1).components == [1, 0, 0.5, 1])
    #expect(CGColor.black.copy(alpha: 0) == .clear && CGColor.white != .black)
  }
}
