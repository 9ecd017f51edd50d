import Foundation

/// How a truth value is written. Apple: os / `OSLogBoolFormat`.
public enum OSLogBoolFormat: Sendable {
  /// As `true` or `false`.
  case truth
  /// As `yes` or `no`.
  case answer

  func text(_ value: Bool) -> String {
    switch self {
    case .truth: value ? "true" : "false"
    case .answer: value ? "yes" : "no"
    }
  }
}

/// What a whole number stands for. Apple: os / `OSLogIntExtendedFormat`.
public enum OSLogIntExtendedFormat: Sendable {
  /// Bits in a second, in thousands of thousands.
  case bitrate
  /// Bits in a second, in powers of 1024.
  case bitrateIEC
  /// Bytes, in thousands of thousands.
  case byteCount
  /// Bytes, in powers of 1024.
  case byteCountIEC
  /// A date, in seconds since 1970.
  case secondsSince1970

  func text(_ value: Int) -> String {
    switch self {
    case .bitrate: Self.scaled(value, by: 1000, unit: "bps")
    case .bitrateIEC: Self.scaled(value, by: 1024, unit: "bps")
    case .byteCount: Self.scaled(value, by: 1000, unit: "B")
    case .byteCountIEC: Self.scaled(value, by: 1024, unit: "B")
    case .secondsSince1970: Date(timeIntervalSince1970: TimeInterval(value)).ISO8601Format()
    }
  }

  /// A number with the prefix that leaves it below the step: 1.5 kB, 3 MiB.
  private static func scaled(_ value: Int, by step: Double, unit: String) -> String {
    let prefixes = step == 1000 ? ["", "k", "M", "G", "T", "P", "E"] : ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]
    var rest = Double(value)
    var power = 0
    while abs(rest) >= step, power < prefixes.count - 1 {
      rest /= step
      power += 1
    }
    let digits = String(format: rest == rest.rounded() ? "%.0f" : "%.2f", rest)
    return "\(digits) \(prefixes[power])\(unit)"
  }
}

/// What a number of 32 bits stands for. Apple: os / `OSLogInt32ExtendedFormat`.
public enum OSLogInt32ExtendedFormat: Sendable {
  /// An address of the network, its bytes in the network's order.
  case ipv4Address
  /// A date, in seconds since 1970.
  case secondsSince1970
  /// An error of the system.
  case darwinErrno
  /// The mode of a file.
  case darwinMode
  /// A signal.
  case darwinSignal
  /// Bits in a second, in thousands of thousands.
  case bitrate
  /// Bits in a second, in powers of 1024.
  case bitrateIEC
  /// Bytes, in thousands of thousands.
  case byteCount
  /// Bytes, in powers of 1024.
  case byteCountIEC

  func text(_ value: Int32) -> String {
    switch self {
    case .ipv4Address: withUnsafeBytes(of: value) { $0.map(String.init).joined(separator: ".") }
    case .secondsSince1970: OSLogIntExtendedFormat.secondsSince1970.text(Int(value))
    case .darwinErrno: "[\(value): \(String(cString: strerror(value)))]"
    case .darwinMode: String(UInt32(bitPattern: value) & 0o7777, radix: 8)
    case .darwinSignal: "[\(value): \(strsignal(value).map { String(cString: $0) } ?? "unknown")]"
    case .bitrate: OSLogIntExtendedFormat.bitrate.text(Int(value))
    case .bitrateIEC: OSLogIntExtendedFormat.bitrateIEC.text(Int(value))
    case .byteCount: OSLogIntExtendedFormat.byteCount.text(Int(value))
    case .byteCountIEC: OSLogIntExtendedFormat.byteCountIEC.text(Int(value))
    }
  }
}

extension OSLogInterpolation {
  /// What a whole number stands for.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Int, format: OSLogIntExtendedFormat, privacy: OSLogPrivacy = .auto
  ) { text += privacy.shown(format.text(value()), isNumber: true) }

  /// What a number of 32 bits stands for.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Int32, format: OSLogInt32ExtendedFormat, privacy: OSLogPrivacy = .auto
  ) { text += privacy.shown(format.text(value()), isNumber: true) }

  /// An address in memory, which is not followed.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> UnsafeRawPointer, privacy: OSLogPrivacy = .auto
  ) { text += privacy.shown("0x" + String(UInt(bitPattern: value()), radix: 16), isNumber: true) }
}
