// Apple's keys; the texts behind the names are Apple's, too. Read are those of thumbnails and of a JPEG's quality, and the properties are given.
public import CoreFoundationNames
public import Foundation

/// A small picture is made, even where the file has one.
public var kCGImageSourceCreateThumbnailFromImageAlways: CFString { "kCGImageSourceCreateThumbnailFromImageAlways" }
/// A small picture is made where the file has none.
public var kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString { "kCGImageSourceCreateThumbnailFromImageIfAbsent" }
/// The small picture is turned as the orientation says.
public var kCGImageSourceCreateThumbnailWithTransform: CFString { "kCGImageSourceCreateThumbnailWithTransform" }
/// How long the longer side of the small picture may be.
public var kCGImageSourceThumbnailMaxPixelSize: CFString { "kCGImageSourceThumbnailMaxPixelSize" }
/// Without effect.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" }
/// Without effect.
public var kCGImageSourceShouldCacheImmediately: CFString { "kCGImageSourceShouldCacheImmediately" }
/// Without effect.
public var kCGImageSourceShouldAllowFloat: CFString { "kCGImageSourceShouldAllowFloat" }
/// Without effect.
public var kCGImageSourceSubsampleFactor: CFString { "kCGImageSourceSubsampleFactor" }
/// Without effect: the bytes say what they are.
public var kCGImageSourceTypeIdentifierHint: CFString { "kCGImageSourceTypeIdentifierHint" }
/// How good a JPEG is, from 0 to 1.
public var kCGImageDestinationLossyCompressionQuality: CFString { "kCGImageDestinationLossyCompressionQuality" }
/// How many pixels are in a row.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// How many rows there are.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
/// How the first row and column lie, as EXIF counts: 1 to 8.
public var kCGImagePropertyOrientation: CFString { "Orientation" }
