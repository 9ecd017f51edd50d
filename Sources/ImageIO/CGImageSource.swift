import CPixbuf
@_exported public import CoreFoundationNames
@_exported public import CoreGraphicsNames
public import Foundation

/// The bytes of a picture, which gdk-pixbuf reads. Apple: Image I/O / `CGImageSource`.
public final class CGImageSource: Sendable {
  /// A picture as it was read.
  struct Picture {
    var image: CGImage
    /// What is known of the file.
    var facts: Facts
  }
  /// What is known of the file of a picture.
  struct Facts: Sendable {
    var width: Int
    var height: Int
    var orientation: Int
    var format: String
  }

  private let bytes: Data

  init(bytes: Data) { self.bytes = bytes }

  /// What is known of the file.
  var facts: Facts? { read(limit: 1, isUpright: false)?.facts }

  /// Reads the picture.
  ///
  /// - Parameters:
  ///   - limit: How long its longer side may be.
  ///   - isUpright: Whether it is turned as its orientation says.
  /// - Returns: `nil` for what is no picture.
  func read(limit: Int?, isUpright: Bool) -> Picture? {
    var picture = fileprovider_picture()
    let isRead = bytes.withUnsafeBytes {
      fileprovider_picture_read($0.baseAddress, $0.count, Int32(clamping: limit ?? 0), isUpright, &picture)
    }
    guard isRead, let pixels = picture.pixels else { return nil }
    defer { free(pixels) }
    let (width, height) = (Int(picture.width), Int(picture.height))
    let format = withUnsafeBytes(of: picture.format) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return Picture(
      image: CGImage(
        width: width, height: height,
        pixels: Array(UnsafeBufferPointer(start: pixels, count: width * height * 4))),
      facts: Facts(
        width: Int(picture.file_width), height: Int(picture.file_height), orientation: Int(picture.orientation),
        format: format))
  }
}

/// The picture in a file.
///
/// - Parameter options: Without effect.
/// - Returns: `nil` for a file that cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  (try? Data(contentsOf: url as URL, options: .mappedIfSafe)).map(CGImageSource.init(bytes:))
}

/// The picture in bytes.
///
/// - Parameter options: Without effect.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(bytes: data as Data)
}

/// How many pictures there are: one, or none where gdk-pixbuf is not installed or cannot read it.
public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { source.facts == nil ? 0 : 1 }

/// The type of the file, such as `public.png`.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
  source.facts.flatMap { PictureFormat(name: $0.format)?.type as CFString? }
}

/// Reads the picture as it is, not turned.
///
/// - Parameters:
///   - index: 0: of a file with more pictures, there is the first.
///   - options: Without effect.
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  index == 0 ? source.read(limit: nil, isUpright: false)?.image : nil
}

/// Makes a small picture.
///
/// - Parameters:
///   - index: 0: of a file with more pictures, there is the first.
///   - options: How long its longer side may be, and whether it is turned. One that the file has in itself is not read: it is always made of
///     the picture, if that is what an option says.
public func CGImageSourceCreateThumbnailAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  func isSet(_ key: CFString) -> Bool { PictureOption.isTrue(options?[key]) }
  guard index == 0,
    isSet(kCGImageSourceCreateThumbnailFromImageAlways) || isSet(kCGImageSourceCreateThumbnailFromImageIfAbsent)
  else { return nil }
  let limit = PictureOption.number(options?[kCGImageSourceThumbnailMaxPixelSize])
  return source.read(
    limit: limit.map { Int(max(1, min($0, 1_048_576)).rounded()) },
    isUpright: isSet(kCGImageSourceCreateThumbnailWithTransform))?.image
}

/// What is known of the picture: its width, height and orientation.
///
/// - Parameters:
///   - index: 0.
///   - options: Without effect.
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0, let facts = source.facts else { return nil }
  return [
    kCGImagePropertyPixelWidth: NSNumber(value: facts.width),
    kCGImagePropertyPixelHeight: NSNumber(value: facts.height),
    kCGImagePropertyOrientation: NSNumber(value: facts.orientation),
  ]
}
