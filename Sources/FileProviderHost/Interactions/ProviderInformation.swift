import FileProviderReplica
import Foundation
import Synchronization

/// The values of an extension's `Info.plist`.
struct ProviderInformation: Sendable {
  /// An action of the provider's own.
  struct Action: Sendable, Equatable {
    var identifier: String
    /// The display name.
    var name: String
    /// Which items it is offered for, as the text of an `NSPredicate`; `nil` for every item.
    var rule: String?
  }

  /// The bundle identifier, unless a build system has to fill it in first.
  let identifier: String?
  let actions: [Action]
  /// The alerts before actions of the system.
  let interactions: [UserInteraction]
  /// Number of concurrent downloads, or uploads.
  let downloads: Int?
  let uploads: Int?
  /// Number of concurrent changes without contents.
  let changes: Int?
  /// The file as it is, for `Bundle.main`.
  private let data: Data

  /// - Parameter data: The file.
  /// - Returns: `nil` for what is no property list with names.
  init?(_ data: Data) {
    guard let facts = Self.facts(data) else { return nil }
    self.data = data
    identifier = (facts["CFBundleIdentifier"] as? String).flatMap { $0.isEmpty || $0.contains("$(") ? nil : $0 }
    // Apple's place for these keys is the dictionary of the extension; some projects have them outside.
    let own = (facts["NSExtension"] as? [String: Any]) ?? [:]
    func value(_ key: String) -> Any? { own[key] ?? facts[key] }
    // Apple's bounds.
    func depth(_ key: String) -> Int? { (value(key) as? Int).map { min(max($0, 1), 128) } }
    downloads = depth("NSExtensionFileProviderDownloadPipelineDepth")
    uploads = depth("NSExtensionFileProviderUploadPipelineDepth")
    changes = depth("NSExtensionFileProviderMetadataOnlyUploadPipelineDepth")
    interactions = UserInteraction.all(in: value("NSFileProviderUserInteractions"))
    actions = (value("NSExtensionFileProviderActions") as? [Any] ?? []).compactMap { entry in
      guard let entry = entry as? [String: Any],
        let identifier = entry["NSExtensionFileProviderActionIdentifier"] as? String
      else { return nil }
      return Action(
        identifier: identifier, name: entry["NSExtensionFileProviderActionName"] as? String ?? identifier,
        rule: entry["NSExtensionFileProviderActionActivationRule"] as? String)
    }
  }

  private static let shared = Mutex<ProviderInformation?>(nil)

  /// That of the provider that this program has.
  static var current: ProviderInformation? { shared.withLock { $0 } }
  static func setCurrent(_ information: ProviderInformation?) { shared.withLock { $0 = information } }

  /// The `Info.plist` beside the program.
  static var besideProgram: ProviderInformation? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      .map { URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent("Info.plist") }
      .flatMap { try? Data(contentsOf: $0) }.flatMap(ProviderInformation.init)
  }

  private static func facts(_ data: Data) -> [String: Any]? {
    (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any]
  }

  /// The file's own names and values.
  var facts: [String: Any] { Self.facts(data) ?? [:] }

  /// The numbers of concurrent calls, if the file sets them.
  func limits() -> ReplicaLimits {
    var limits = ReplicaLimits()
    if let downloads { limits.downloads = downloads }
    if let uploads { limits.uploads = uploads }
    // Changes without contents have a separate limit.
    limits.pushes = changes.map { limits.uploads + $0 } ?? max(limits.pushes, limits.uploads)
    return limits
  }
}
