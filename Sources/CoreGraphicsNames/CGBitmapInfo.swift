/// Where the alpha of a pixel is. Apple: Core Graphics / `CGImageAlphaInfo`.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// There is none.
  case none = 0
  /// Behind the colours, which are multiplied by it.
  case premultipliedLast = 1
  /// Before the colours, which are multiplied by it.
  case premultipliedFirst = 2
  /// Behind the colours.
  case last = 3
  /// Before the colours.
  case first = 4
  /// Room for it behind the colours.
  case noneSkipLast = 5
  /// Room for it before the colours.
  case noneSkipFirst = 6
  /// There is nothing else.
  case alphaOnly = 7
}

/// How the pixels of a picture lie in memory. Apple: Core Graphics / `CGBitmapInfo`.
public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that are a `CGImageAlphaInfo`.
  public static let alphaInfoMask = Self(rawValue: 0x1F)
  /// The bits that are an order of bytes.
  public static let byteOrderMask = Self(rawValue: 0x7000)
  /// Numbers of 32 bits, the lowest byte first.
  public static let byteOrder32Little = Self(rawValue: 2 << 12)
  /// Numbers of 32 bits, the highest byte first.
  public static let byteOrder32Big = Self(rawValue: 4 << 12)
}
