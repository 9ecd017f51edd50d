package import FileProviderInterface
package import FileProviderStore
import Foundation

/// What the provider has reported of its domain as a whole, in the settings of the store.
package enum StoredDomainState {
  /// The version, as an archive in Base64.
  static let versionKey = "provider.state.version"
  /// The facts, as `PropertyListText`.
  static let factsKey = "provider.state.facts"

  static func text(_ version: NSFileProviderDomainVersion) -> String? {
    try? NSKeyedArchiver.archivedData(withRootObject: version, requiringSecureCoding: true).base64EncodedString()
  }

  static func version(_ text: String) -> NSFileProviderDomainVersion? {
    guard let data = Data(base64Encoded: text) else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSFileProviderDomainVersion.self, from: data)
  }

  /// The version that the provider reported last; `nil` for a provider without one.
  package static func version(_ reader: StoreReader) throws(StoreError) -> NSFileProviderDomainVersion? {
    try reader.setting(versionKey).flatMap { version($0) }
  }

  /// The provider's facts, each as a text; `nil` for a provider without such facts.
  package static func facts(_ reader: StoreReader) throws(StoreError) -> [String: String]? {
    try values(reader)?.mapValues { String(describing: $0) }
  }

  /// The provider's facts as a property list has them; `nil` for a provider without such facts.
  package static func values(_ reader: StoreReader) throws(StoreError) -> [String: Any]? {
    try reader.setting(factsKey).flatMap { PropertyListText.facts($0) }
  }
}
