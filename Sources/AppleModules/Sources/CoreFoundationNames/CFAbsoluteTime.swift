import Foundation

/// Seconds since the beginning of 2001, UTC.
public typealias CFAbsoluteTime = Double

/// The time now.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }
