import FileProviderStore
package import Foundation

/// What is known of a contact provider without opening the store of its contacts: a file beside that.
package struct ProviderRecord: Codable, Equatable, Sendable {
  /// The name that people see.
  package var displayName: String
  /// Whether its contacts are among those of the user.
  package var isEnabled: Bool

  package init(displayName: String, isEnabled: Bool) {
    self.displayName = displayName
    self.isEnabled = isEnabled
  }

  /// The record in the folder of a store; nil if there is none, or one that cannot be read.
  package init?(in directory: URL) {
    guard let data = try? Data(contentsOf: Self.url(in: directory)),
      let record = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = record
  }

  /// Writes the record into the folder of a store, which is made if there is none.
  package func write(to directory: URL) throws {
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try JSONEncoder().encode(self).write(to: Self.url(in: directory), options: .atomic)
  }

  /// The folders of the stores of all providers that are enabled, sorted.
  static var enabled: [URL] {
    let base = DomainsFolder.url
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { base.appendingPathComponent($0, isDirectory: true) }
      .filter { ProviderRecord(in: $0)?.isEnabled == true }
  }

  private static func url(in directory: URL) -> URL { directory.appendingPathComponent("contact-provider.json") }
}
