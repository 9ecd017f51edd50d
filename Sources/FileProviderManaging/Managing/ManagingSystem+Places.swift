import FileProviderCopying
import FileProviderDomains
package import FileProviderInterface
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// Where things of a domain are.
extension ManagingSystem {
  func userVisibleURL(of item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier) throws -> URL {
    let place = try domainsHere.place(of: domain)
    let found = try domainsHere.withStore(place) { store in
      try store.readCommitted { (reader) throws(StoreError) -> (path: String, isFolder: Bool)? in
        guard let id = try reader.item(identifiedBy: item), let path = try reader.path(of: id) else { return nil }
        return (path, try reader.item(id)?.isFolder == true)
      }
    }
    guard let found else { throw NSError.fileProviderErrorForNonExistentItem(withIdentifier: item) }
    guard let mount = MountRegistry.preferred(of: place.name, store: place.directory.path)?.mountpoint else {
      throw NSFileProviderError(.providerDomainTemporarilyUnavailable)
    }
    let bytes = Array(mount.utf8) + (found.path == "/" ? [] : found.path.spelledBytes) + [0]
    return bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return URL(fileURLWithPath: mount) }
      return URL(fileURLWithFileSystemRepresentation: start, isDirectory: found.isFolder, relativeTo: nil)
    }
  }

  package func identifier(ofFileAt url: URL) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    guard url.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
    let given = url.withUnsafeFileSystemRepresentation { $0.map { String(spelling: $0) } } ?? ""
    let located: (domain: DomainName?, path: ItemPath)
    do { located = try PathArguments().locate(given) } catch { throw CocoaError(.fileReadNoPermission) }
    guard let name = located.domain,
      let place = try domainsHere.all().first(where: { $0.name == name })
    else { throw NSFileProviderError(.providerNotFound) }
    let found = try domainsHere.withStore(place) { store in
      try store.readCommitted { (reader) throws(StoreError) -> NSFileProviderItemIdentifier? in
        guard let item = try reader.resolve(located.path.path) else { return nil }
        return try reader.identifier(of: item.id)
      }
    }
    guard let found else { throw CocoaError(.fileNoSuchFile) }
    return (found, place.identifier)
  }

  package func temporaryDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL {
    try folder(DomainFolder.temporary, of: domain)
  }

  func stateDirectory(of domain: NSFileProviderDomainIdentifier) throws -> URL {
    try folder(DomainFolder.state, of: domain)
  }

  private func folder(_ name: String, of domain: NSFileProviderDomainIdentifier) throws -> URL {
    try DomainFolder.make(name, in: domainsHere.place(of: domain).directory)
  }
}
