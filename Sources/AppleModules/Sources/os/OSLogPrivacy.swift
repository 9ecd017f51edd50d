/// Whether a value in a message may be read by whoever reads the log. Apple: os / `OSLogPrivacy`.
public struct OSLogPrivacy: Sendable {
  /// How a private value is told from others without being shown.
  public enum Mask: Sendable {
    /// A number that is the same for the same value in one process.
    case hash
    /// Nothing.
    case none
  }

  enum Kind {
    case auto, open, hidden
  }

  let kind: Kind
  let mask: Mask

  /// Numbers are shown, texts and objects are not.
  public static var auto: Self { Self(kind: .auto, mask: .none) }
  /// Shown.
  public static var `public`: Self { Self(kind: .open, mask: .none) }
  /// Not shown.
  public static var `private`: Self { Self(kind: .hidden, mask: .none) }
  /// Not shown.
  public static var sensitive: Self { Self(kind: .hidden, mask: .none) }

  /// As `auto`, with a mask.
  public static func auto(mask: Mask) -> Self { Self(kind: .auto, mask: mask) }
  /// Not shown, with a mask.
  public static func `private`(mask: Mask) -> Self { Self(kind: .hidden, mask: mask) }
  /// Not shown, with a mask.
  public static func sensitive(mask: Mask) -> Self { Self(kind: .hidden, mask: mask) }

  /// The value as it is logged.
  func shown(_ text: @autoclosure () -> String, isNumber: Bool) -> String {
    guard kind == .hidden || (kind == .auto && !isNumber) else { return text() }
    guard case .hash = mask else { return "<private>" }
    return "<mask.hash: \(String(UInt64(truncatingIfNeeded: text().hashValue), radix: 16))>"
  }
}
