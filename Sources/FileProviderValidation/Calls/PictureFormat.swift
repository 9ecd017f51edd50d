package import FileProviderInterface

/// The format of a picture, recognized by its first bytes, as a type of the shared MIME database. Nothing of the picture itself is read.
package enum PictureFormat: String, Sendable, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case tiff = "image/tiff"
  case bmp = "image/bmp"
  case webP = "image/webp"
  case heic = "image/heic"
  case avif = "image/avif"
  case pdf = "application/pdf"

  /// - Returns: `nil` for bytes of no such format.
  package init?(_ data: Data) {
    let start = Array(data.prefix(12))
    guard let format = Self.allCases.first(where: { $0.isBegun(by: start) }) else { return nil }
    self = format
  }

  /// Its type, and what older programs call it.
  package var mimeTypes: [String] { self == .heic ? [rawValue, "image/heif"] : [rawValue] }

  private func isBegun(by bytes: [UInt8]) -> Bool {
    switch self {
    case .png: bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    case .jpeg: bytes.starts(with: [0xff, 0xd8, 0xff])
    case .gif: bytes.starts(with: "GIF8".utf8)
    case .tiff: bytes.starts(with: [0x49, 0x49, 0x2a, 0]) || bytes.starts(with: [0x4d, 0x4d, 0, 0x2a])
    case .bmp: bytes.starts(with: "BM".utf8)
    case .webP: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    case .heic: Self.brand(of: bytes).map { ["heic", "heix", "heim", "heis", "mif1"].contains($0) } ?? false
    case .avif: Self.brand(of: bytes) == "avif"
    case .pdf: bytes.starts(with: "%PDF".utf8)
    }
  }

  /// The brand of an ISO base media file (ISO 14496-12).
  private static func brand(of bytes: [UInt8]) -> String? {
    guard bytes.count == 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    return String(decoding: bytes[8..<12], as: UTF8.self)
  }
}
