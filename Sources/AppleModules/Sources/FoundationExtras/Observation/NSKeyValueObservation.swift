import Dispatch

/// What an observer is told besides that something changed.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The value now.
  public static let new = Self(rawValue: 1)
  /// The value before.
  public static let old = Self(rawValue: 2)
  /// A first notice at once.
  public static let initial = Self(rawValue: 4)
  /// A notice before each change, too. Without effect: changes are seen when they have happened.
  public static let prior = Self(rawValue: 8)
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// The value now, if the options ask for it.
  public let newValue: Value?
  /// The value before, if the options ask for it and there was one.
  public let oldValue: Value?
  /// Always false.
  public var isPrior: Bool { false }
}

/// An observation, which lasts until it is invalidated or released.
open class NSKeyValueObservation: NSObject, @unchecked Sendable {
  // Sendable because a timer may be cancelled on any thread.
  private let timer: any DispatchSourceTimer

  init(_ timer: any DispatchSourceTimer) { self.timer = timer }
  deinit { timer.cancel() }

  /// Ends the observation.
  open func invalidate() { timer.cancel() }
}
