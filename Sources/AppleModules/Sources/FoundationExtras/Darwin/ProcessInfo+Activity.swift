// What a program tells the system of its work, where the system puts idle ones to sleep. Linux does not, so none has an effect.
extension ProcessInfo {
  /// What should not happen during an activity.
  public struct ActivityOptions: OptionSet, Sendable {
    /// The bit mask, with Apple's bit numbers.
    public let rawValue: UInt64
    /// Makes a set from its bit mask.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// The display sleeps.
    public static let idleDisplaySleepDisabled = Self(rawValue: 1 << 40)
    /// The machine sleeps.
    public static let idleSystemSleepDisabled = Self(rawValue: 1 << 20)
    /// The program is killed with no notice.
    public static let suddenTerminationDisabled = Self(rawValue: 1 << 14)
    /// The program is ended for its memory.
    public static let automaticTerminationDisabled = Self(rawValue: 1 << 15)
    /// A person waits for it.
    public static let userInitiated = Self(rawValue: 0x00FF_FFFF | 1 << 20)
    /// A person waits, and the machine may sleep.
    public static let userInitiatedAllowingIdleSystemSleep = Self(rawValue: 0x00FF_FFFF & ~(1 << 20))
    /// Nobody waits.
    public static let background = Self(rawValue: 0x0000_00FF)
    /// It has to answer at once.
    public static let latencyCritical = Self(rawValue: 0xFF_0000_0000)
  }

  /// An activity begins.
  public func beginActivity(options: ActivityOptions = [], reason: String) -> any NSObjectProtocol { NSObject() }
  /// It ends.
  public func endActivity(_ activity: any NSObjectProtocol) {}
  /// Runs the block.
  public func performActivity(options: ActivityOptions = [], reason: String, using block: @escaping () -> Void) {
    block()
  }
}
