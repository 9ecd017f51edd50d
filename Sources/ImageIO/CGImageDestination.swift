import CPixbuf
public import Foundation

/// Where a picture is written, by gdk-pixbuf. Apple: Image I/O / `CGImageDestination`.
public final class CGImageDestination {
  enum Place {
    case data(NSMutableData)
    case file(URL)
  }

  private let place: Place
  private let format: PictureFormat
  private var image: CGImage?
  private var quality: Double?

  init?(_ place: Place, type: String, count: Int) {
    guard count == 1, let format = PictureFormat(type: type) else { return nil }
    self.place = place
    self.format = format
  }

  func setQuality(_ properties: CFDictionary?) {
    guard let quality = PictureOption.number(properties?[kCGImageDestinationLossyCompressionQuality]), quality.isFinite
    else { return }
    self.quality = min(max(quality, 0), 1)
  }

  func add(_ image: CGImage) { self.image = self.image ?? image }

  /// - Returns: `false` where there is no picture, gdk-pixbuf cannot write it, or the file cannot be written.
  func write() -> Bool {
    guard let image else { return false }
    var bytes: UnsafeMutablePointer<UInt8>?
    var size = 0
    // gdk-pixbuf refuses a quality for any other kind.
    let quality = format.name == "jpeg" ? self.quality.map { Int32(($0 * 100).rounded()) } ?? -1 : -1
    guard
      fileprovider_picture_write(
        image.pixels, Int32(image.width), Int32(image.height), format.name, quality, &bytes, &size), let bytes
    else { return false }
    defer { free(bytes) }
    switch place {
    case .data(let data):
      data.append(bytes, length: size)
      return true
    case .file(let url):
      return (try? Data(bytes: bytes, count: size).write(to: url, options: .atomic)) != nil
    }
  }
}

/// A picture is written behind the bytes that are there.
///
/// - Parameters:
///   - type: The type of the file, such as `public.png`.
///   - count: 1.
///   - options: Without effect.
/// - Returns: `nil` for more than one picture, and types that are not known.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(.data(data), type: type as String, count: count)
}

/// A picture is written to a file.
///
/// - Parameters:
///   - type: The type of the file, such as `public.png`.
///   - count: 1.
///   - options: Without effect.
/// - Returns: `nil` for more than one picture, and types that are not known.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(.file(url as URL), type: type as String, count: count)
}

/// Says how good a JPEG is to be; other properties are without effect.
public func CGImageDestinationSetProperties(_ destination: CGImageDestination, _ properties: CFDictionary?) {
  destination.setQuality(properties)
}

/// The picture that is to be written, and how good a JPEG of it is to be; other properties are without effect.
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  destination.setQuality(properties)
  destination.add(image)
}

/// Writes the picture.
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { destination.write() }
