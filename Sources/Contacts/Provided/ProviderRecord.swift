package import FileProviderStore
package import Foundation

/// What is known of a contact provider without opening the store of its contacts: a file beside that.
package struct ProviderRecord: Codable, Equatable, Sendable {
  /// The file name of its program. Another one may not write here.
  package let program: String
  /// The name that people see.
  package var displayName: String
  /// Whether its contacts are among those of the user.
  package var isEnabled: Bool

  package init(program: String, displayName: String, isEnabled: Bool) {
    self.program = program
    self.displayName = displayName
    self.isEnabled = isEnabled
  }

  /// The record in the folder of a store; nil if there is none.
  ///
  /// - Throws: `damaged` where there is one that cannot be read.
  package static func read(in directory: URL) throws(StoreError) -> ProviderRecord? {
    let url = url(in: directory)
    do { return try JSONDecoder().decode(Self.self, from: Data(contentsOf: url)) } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw StoreError(.damaged, "“\(url.path)” cannot be read: \(error)")
    }
  }

  /// Writes the record into the folder of a store, which is made if there is none.
  package func write(to directory: URL) throws {
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try JSONEncoder().encode(self).write(to: Self.url(in: directory), options: .atomic)
  }

  /// The folders of the stores of all providers that are enabled, sorted. None is that of the user's own contacts.
  static var enabled: [URL] {
    let base = DomainsFolder.url
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.filter { !$0.hasPrefix(".") && $0 != DomainsFolder.contacts }.sorted()
      .map { base.appendingPathComponent($0, isDirectory: true) }
      .filter { (try? read(in: $0))?.isEnabled == true }
  }

  private static func url(in directory: URL) -> URL { directory.appendingPathComponent("contact-provider.json") }
}
