import Foundation

extension SharedMimeInfo {
  /// The database of this machine and this user, read when first needed and then kept.
  static let system = SharedMimeInfo(directories: directories(in: ProcessInfo.processInfo.environment))

  /// The `mime` directories by the XDG base directory rules: the user's first, then the machine's.
  ///
  /// Relative paths are left out, as the rules demand.
  static func directories(in environment: [String: String]) -> [String] {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let user = value("XDG_DATA_HOME") ?? value("HOME").map { $0 + "/.local/share" }
    let machine = value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return ([user].compactMap(\.self) + machine.split(separator: ":").map(String.init))
      .filter { $0.hasPrefix("/") }
      .map { $0.hasSuffix("/") ? $0 + "mime" : $0 + "/mime" }
  }
}
