import CoreFoundationNames
import Foundation
import Testing

@testable import CoreGraphicsNames

/// Gradients, pixel by pixel.
@Suite struct GradientTests {
  private let space = CGColorSpaceCreateDeviceRGB()

  private func context(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> [UInt8] {
    let image = try #require(context.makeImage())
    return Array(image.pixels[(y * image.width + x) * 4..<(y * image.width + x) * 4 + 4])
  }

  private func blackToWhite() throws -> CGGradient {
    try #require(CGGradient(colorsSpace: space, colors: [CGColor.black, CGColor.white] as CFArray, locations: [0, 1]))
  }

  @Test func `a gradient goes along its line, and no further when it is not asked`() throws {
    let context = try context(8, 2)
    let (start, end) = (CGPoint(x: 2, y: 0), CGPoint(x: 6, y: 0))
    context.drawLinearGradient(try blackToWhite(), start: start, end: end, options: [])
    #expect(try pixel(context, 1, 0) == [0, 0, 0, 0] && pixel(context, 6, 1) == [0, 0, 0, 0])
    #expect(try pixel(context, 2, 0) == [32, 32, 32, 255] && pixel(context, 5, 1) == [223, 223, 223, 255])
    context.drawLinearGradient(
      try blackToWhite(), start: start, end: end, options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    #expect(try pixel(context, 0, 0) == [0, 0, 0, 255] && pixel(context, 7, 0) == [255, 255, 255, 255])
  }

  @Test func `the origin is below, and colours are where they are said to be`() throws {
    let context = try context(1, 10)
    let components: [CGFloat] = [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5]
    let gradient = try #require(
      CGGradient(colorSpace: space, colorComponents: components, locations: [0, 0.95, 1], count: 3))
    context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 0, y: 10), options: [])
    let (low, high) = (try pixel(context, 0, 9), try pixel(context, 0, 0))
    #expect(low[0] > 230 && low[1] < 20 && high == [0, 255, 0, 255])
    let even = try #require(CGGradient(colorSpace: space, colorComponents: components, locations: nil, count: 3))
    #expect(even.color(at: 0.5) == SIMD4(0, 1, 0, 1) && even.color(at: 0.75) == SIMD4(0, 0.5, 0.5, 0.75))
  }

  @Test func `a gradient of circles goes outwards`() throws {
    let context = try context(9, 9)
    let center = CGPoint(x: 4.5, y: 4.5)
    context.drawRadialGradient(
      try blackToWhite(), startCenter: center, startRadius: 0, endCenter: center, endRadius: 4, options: [])
    #expect(try pixel(context, 4, 4) == [0, 0, 0, 255])
    #expect(try pixel(context, 6, 4) == [128, 128, 128, 255] && pixel(context, 4, 2) == [128, 128, 128, 255])
    #expect(try pixel(context, 0, 0) == [0, 0, 0, 0])
    context.drawRadialGradient(
      try blackToWhite(), startCenter: center, startRadius: 1, endCenter: center, endRadius: 4,
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    #expect(try pixel(context, 0, 0) == [255, 255, 255, 255] && pixel(context, 4, 4) == [0, 0, 0, 255])
  }

  @Test func `circles of one size make a band`() throws {
    let context = try context(12, 9)
    context.drawRadialGradient(
      try blackToWhite(), startCenter: CGPoint(x: 3.5, y: 4.5), startRadius: 2, endCenter: CGPoint(x: 8.5, y: 4.5),
      endRadius: 2, options: [])
    #expect(try pixel(context, 5, 0)[3] == 0 && pixel(context, 5, 8)[3] == 0 && pixel(context, 7, 4)[3] == 255)
    // Each point has the colour of the last circle that goes through it, which is ahead of it while there is one.
    #expect(try pixel(context, 5, 4)[0] == 204 && pixel(context, 8, 4)[0] == 153)
  }

  @Test func `there is none without a colour, or of what is none`() {
    #expect(CGGradient(colorsSpace: nil, colors: [] as CFArray, locations: nil) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: ["red"] as CFArray, locations: nil) == nil)
    #expect(CGGradient(colorSpace: space, colorComponents: [], locations: nil, count: 0) == nil)
  }
}
