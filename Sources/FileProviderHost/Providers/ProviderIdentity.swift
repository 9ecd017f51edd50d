import Foundation

/// Which provider a program is: by this name its domains are told from those of others.
///
/// It is the bundle identifier that the author gives, or that is in an `Info.plist` beside the program, or else the name of the class, which for
/// many is `FileProviderExtension`.
enum ProviderIdentity {
  static func name(given: String?, className: String?) -> String? {
    given ?? Self.ofBundle(beside: ownFolder) ?? className
  }

  private static var ownFolder: URL? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      .map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
  }

  /// The identifier in the `Info.plist` of a folder. One that a build system has to fill in first is none.
  static func ofBundle(beside folder: URL?) -> String? {
    guard let data = (folder?.appendingPathComponent("Info.plist")).flatMap({ try? Data(contentsOf: $0) }),
      let facts = (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any],
      let name = facts["CFBundleIdentifier"] as? String, !name.isEmpty, !name.contains("$(")
    else { return nil }
    return name
  }
}
