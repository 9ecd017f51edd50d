import Dispatch

extension ProcessInfo {
  /// False: it is no app of a phone.
  public var isMacCatalystApp: Bool { false }
  /// False: it is no app of a phone.
  public var isiOSAppOnMac: Bool { false }

  /// False: Linux has no such mode for a process to heed.
  public var isLowPowerModeEnabled: Bool { false }

  /// How hot the machine is.
  public enum ThermalState: Int, Sendable {
    case nominal, fair, serious, critical
  }

  /// Nominal: nothing is asked.
  public var thermalState: ThermalState { .nominal }

  /// It became hotter or cooler. Never posted.
  public static let thermalStateDidChangeNotification = NSNotification.Name(
    "NSProcessInfoThermalStateDidChangeNotification")

  /// Runs work that is not to be cut off, on another thread; it is told `false`: nothing expires here.
  public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
    DispatchQueue.global().async { block(false) }
  }

  /// Without effect: nothing ends the process of itself.
  public func disableSuddenTermination() {}
  /// Without effect: nothing ends the process of itself.
  public func enableSuddenTermination() {}
  /// Without effect: nothing ends the process of itself.
  public func disableAutomaticTermination(_ reason: String) {}
  /// Without effect: nothing ends the process of itself.
  public func enableAutomaticTermination(_ reason: String) {}
}

extension NSNotification.Name {
  /// The mode for low power began or ended. Never posted.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
