import Foundation
import ImageIO
import TestSupport
import Testing

@testable import CoreGraphicsNames

/// Pictures as files, which gdk-pixbuf reads and writes.
@Suite(.enabled(if: dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW) != nil, "gdk-pixbuf is not installed"))
struct ImageIOTests {
  /// Twice as wide as high: red at the left, blue at the right.
  private let picture = CGImage(
    width: 40, height: 20,
    pixels: (0..<800).flatMap { $0 % 40 < 20 ? [255, 0, 0, 255] : [0, 0, 255, 255] as [UInt8] })

  private func file(_ type: String = "public.png", _ properties: [CFString: Any]? = nil) throws -> Data {
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
    CGImageDestinationAddImage(destination, picture, properties.map { $0 as CFDictionary })
    #expect(CGImageDestinationFinalize(destination))
    return data as Data
  }

  private func thumbnail(_ data: Data, _ size: Any, turned: Bool = false) -> CGImage? {
    let options: [CFString: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: size,
      kCGImageSourceCreateThumbnailWithTransform: turned, kCGImageSourceShouldCache: false,
    ]
    return CGImageSourceCreateWithData(data as CFData, nil)
      .flatMap { CGImageSourceCreateThumbnailAtIndex($0, 0, options as CFDictionary) }
  }

  @Test func `what is written as PNG is read again`() throws {
    let source = try #require(CGImageSourceCreateWithData(try file() as CFData, nil))
    #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetType(source) == "public.png")
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect(image.width == 40 && image.height == 20 && image.pixels == picture.pixels)
    let facts = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any])
    #expect(facts[kCGImagePropertyPixelWidth] as? Int == 40 && facts[kCGImagePropertyPixelHeight] as? Int == 20)
    #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
  }

  @Test(arguments: [10 as Any, CGFloat(10), NSNumber(value: 10.4)].map { Boxed(value: $0) })
  func `a thumbnail is as long as is asked for, and never longer than the picture`(size: Boxed) throws {
    let small = try #require(thumbnail(try file(), size.value))
    #expect(small.width == 10 && small.height == 5)
    #expect(Array(small.pixels.prefix(4)) == [255, 0, 0, 255])
    #expect(thumbnail(try file(), 4000)?.width == 40)
    let source = try #require(CGImageSourceCreateWithData(try file() as CFData, nil))
    #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
  }
  struct Boxed: @unchecked Sendable {
    var value: Any
  }

  @Test func `a photograph is turned as it says`() throws {
    let jpeg = try file("public.jpeg", [kCGImageDestinationLossyCompressionQuality: 0.9])
    // What a camera writes that was held upright: one entry, orientation 6.
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let exif = Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
    let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    let turned = jpeg.prefix(2) + Data(segment) + jpeg.dropFirst(2)
    let upright = try #require(thumbnail(turned, 20, turned: true))
    #expect(upright.width == 10 && upright.height == 20)
    #expect(
      upright.pixels[0] > 200 && upright.pixels[2] < 60 && upright.pixels.suffix(4)[upright.pixels.count - 2] > 200)
    #expect(thumbnail(turned, 20)?.width == 20)
    let source = try #require(CGImageSourceCreateWithData(turned as CFData, nil))
    let facts = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
    #expect(facts?[kCGImagePropertyOrientation] as? Int == 6)
  }

  @Test func `a better JPEG has more bytes`() throws {
    let worse = try file("public.jpeg", [kCGImageDestinationLossyCompressionQuality: 0.05])
    #expect(try file("public.jpeg", [kCGImageDestinationLossyCompressionQuality: 1.0]).count > worse.count)
  }

  @Test func `a file is read and written`() throws {
    let sandbox = try Sandbox()
    let place = sandbox.url("picture.png")
    let destination = try #require(CGImageDestinationCreateWithURL(place as CFURL, "public.png", 1, nil))
    CGImageDestinationAddImage(destination, picture, nil)
    #expect(CGImageDestinationFinalize(destination))
    let source = try #require(CGImageSourceCreateWithURL(place as CFURL, nil))
    #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.pixels == picture.pixels)
    #expect(CGImageSourceCreateWithURL(sandbox.url("none.png") as CFURL, nil) == nil)
  }

  @Test func `a quality that is no number is none`() throws {
    #expect(try file("public.jpeg", [kCGImageDestinationLossyCompressionQuality: Double.nan]).count > 0)
  }

  /// It would be decoded whole to be made smaller.
  @Test func `a picture of very many pixels is none, and takes no memory`() throws {
    let side = [UInt8]([0, 0, 0x4E, 0x20])
    let header = Data([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + side + side)
    let before = try residentMemory()
    let rest = Data([8, 2, 0, 0, 0, 0x6C, 0x12, 0xD1, 0x6E, 0, 0, 0, 1] + Array("IDAT".utf8))
    #expect(thumbnail(header + rest, 10) == nil)
    #expect(try residentMemory() - before < 100 << 20)
  }

  private func residentMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(
      line.split(separator: " ").dropFirst().first.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }) << 10
  }

  @Test func `what is no picture gives none`() throws {
    for bytes in [Data(), Data("a text".utf8), try file().prefix(20)] {
      #expect(thumbnail(bytes, 10) == nil)
      let source = try #require(CGImageSourceCreateWithData(bytes as CFData, nil))
      #expect(CGImageSourceGetCount(source) == 0 && CGImageSourceGetType(source) == nil)
    }
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.mpeg-4", 1, nil) == nil)
    #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.png", 2, nil) == nil)
    let empty = try #require(CGImageDestinationCreateWithData(NSMutableData(), "public.png", 1, nil))
    #expect(!CGImageDestinationFinalize(empty))
  }
}
