public import Foundation
import os

/// A message that was written. Apple: OSLog / `OSLogEntry`.
public class OSLogEntry: NSObject {
  /// When.
  public let date: Date
  /// What it says.
  public let composedMessage: String

  init(_ message: RecentMessage) {
    date = message.date
    composedMessage = message.text
  }
}

/// A message of a logger. Apple: OSLog / `OSLogEntryLog`.
public final class OSLogEntryLog: OSLogEntry {
  /// How much a message matters.
  public enum Level: Int, Sendable {
    case undefined, debug, info, notice, error, fault
  }

  /// The program, in reverse-domain notation.
  public let subsystem: String
  /// Its part.
  public let category: String
  /// How much it matters.
  public let level: Level
  /// The name of this process.
  public var process: String { ProcessInfo.processInfo.processName }
  /// The number of this process.
  public var processIdentifier: Int32 { ProcessInfo.processInfo.processIdentifier }

  override init(_ message: RecentMessage) {
    subsystem = message.subsystem
    category = message.category
    level =
      switch message.type {
      case .debug: .debug
      case .info: .info
      case .default: .notice
      case .error: .error
      case .fault: .fault
      default: .undefined
      }
    super.init(message)
  }
}

/// A place among the messages. Apple: OSLog / `OSLogPosition`.
public final class OSLogPosition: NSObject {
  let date: Date
  init(_ date: Date) { self.date = date }
}

/// The last two thousand messages that this process wrote with `Logger` and `os_log`. Those of other processes are where swift-log puts them.
///
/// Apple: OSLog / `OSLogStore`.
public final class OSLogStore: NSObject {
  /// Whose messages.
  public enum Scope: Int, Sendable {
    /// Those of the system, which are refused.
    case system = 0
    /// Those of this process.
    case currentProcessIdentifier = 1
  }

  /// How they are listed.
  public struct EnumeratorOptions: OptionSet, Sendable {
    /// The bit mask, with Apple's bit numbers.
    public let rawValue: UInt
    /// Makes a set from its bit mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The newest first.
    public static let reverse = Self(rawValue: 1)
  }

  /// Opens the messages.
  ///
  /// - Throws: `CocoaError.featureUnsupported` for those of the system.
  public init(scope: Scope) throws {
    guard scope == .currentProcessIdentifier else { throw CocoaError(.featureUnsupported) }
  }

  /// The place of a moment.
  public func position(date: Date) -> OSLogPosition { OSLogPosition(date) }
  /// The place so many seconds after the machine started, the time not counted in which it was suspended.
  public func position(timeIntervalSinceLatestBoot seconds: TimeInterval) -> OSLogPosition {
    OSLogPosition(Date(timeIntervalSinceNow: seconds - ProcessInfo.processInfo.systemUptime))
  }
  /// The place so many seconds from now; those before are negative.
  public func position(timeIntervalSinceEnd seconds: TimeInterval) -> OSLogPosition {
    OSLogPosition(Date(timeIntervalSinceNow: seconds))
  }

  /// The messages.
  ///
  /// - Parameters:
  ///   - options: How they are listed.
  ///   - position: The first moment; of the last one backward.
  ///   - predicate: Which.
  public func getEntries(
    with options: EnumeratorOptions = [], at position: OSLogPosition? = nil, matching predicate: NSPredicate? = nil
  ) throws -> AnySequence<OSLogEntry> {
    let isReverse = options.contains(.reverse)
    let entries = RecentMessages.shared.all
      .filter { message in position.map { isReverse ? message.date <= $0.date : message.date >= $0.date } ?? true }
      .map(OSLogEntryLog.init)
      .filter { predicate?.evaluate(with: $0) ?? true }
    return AnySequence(isReverse ? entries.reversed() : entries)
  }
}
