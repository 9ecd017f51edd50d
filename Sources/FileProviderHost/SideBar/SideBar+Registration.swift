import Glibc
import LinuxSystem

extension SideBar {
  /// The file that registers the service for libcloudproviders, in a data folder of the system.
  static let registrationName = "cloud-providers/org.openfileprovider.fileprovider.ini"

  /// Its path; `nil` where it is not installed.
  static var registration: String? {
    let folders = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return folders.split(separator: ":").map { "\($0)/\(registrationName)" }.first { access($0, R_OK) == 0 }
  }
}
