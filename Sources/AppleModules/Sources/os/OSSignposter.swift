// Marks for a profiler. Without effect: nothing on Linux collects them.

/// A mark's number.
public struct OSSignpostID: Hashable, Comparable, Sendable {
  /// The number.
  public let rawValue: UInt64
  /// A number of one's own.
  public init(_ value: UInt64) { rawValue = value }
  /// A new number.
  public init(log: OSLog) { self.init(.random(in: 1..<UInt64.max)) }
  /// The number of what an object does: the same as long as the object is there.
  public init(log: OSLog, object: AnyObject) { self.init(UInt64(UInt(bitPattern: ObjectIdentifier(object)))) }
  /// The number of marks that need none.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  /// The number of no mark.
  public static let null = OSSignpostID(0)
  /// A number that no mark may have.
  public static let invalid = OSSignpostID(.max)

  public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool { left.rawValue < right.rawValue }
}

/// What kind of mark it is.
public enum OSSignpostType: UInt8, Sendable {
  case event
  case begin
  case end
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
  init() {}

  /// The interval that began elsewhere with this number.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState() }
}

/// Writes marks. Apple: os / `OSSignposter`.
public struct OSSignposter: Sendable {
  /// Whether marks are collected: never.
  public var isEnabled: Bool { false }

  /// Writes none.
  public static let disabled = OSSignposter()

  /// Marks of the program as a whole.
  public init() {}
  /// Marks of a part of the program.
  public init(subsystem: String, category: String) {}
  /// Marks beside a log.
  public init(logHandle: OSLog) {}
  /// Marks beside a log.
  public init(logger: Logger) {}

  /// A new number.
  public func makeSignpostID() -> OSSignpostID { OSSignpostID(.random(in: 1..<UInt64.max)) }
  /// The number of what an object does: the same as long as the object is there.
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: .default, object: object) }
  /// A moment.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") {}
  /// The beginning of something.
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
  ) -> OSSignpostIntervalState { OSSignpostIntervalState() }
  /// The beginning of something that moves on the screen.
  public func beginAnimationInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
  ) -> OSSignpostIntervalState { OSSignpostIntervalState() }
  /// Its end.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = "") {}

  /// Runs the block.
  public func withIntervalSignpost<R>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> R
  ) rethrows -> R { try task() }

  /// Runs the block.
  public func withIntervalSignpost<R>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage, around task: () throws -> R
  ) rethrows -> R { try task() }
}

/// Writes a mark.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {}

/// Writes a mark.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {}
