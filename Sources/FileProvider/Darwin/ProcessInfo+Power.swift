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
}

extension NSNotification.Name {
  /// The mode for low power began or ended. Never posted.
  public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
