import Glibc
import LinuxSystem

/// The service for the side bars of file managers, as the packages install it.
enum SideBarService {
  /// Its name on the session bus.
  static let name = "org.openfileprovider.CloudProviders"
  /// The file that registers it for libcloudproviders, in a data folder of the system.
  static let registrationName = "cloud-providers/org.openfileprovider.fileprovider.ini"

  /// The path of that file; `nil` where it is not installed.
  static var registration: String? {
    let folders = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return folders.split(separator: ":").map { "\($0)/\(registrationName)" }.first { access($0, R_OK) == 0 }
  }
}
