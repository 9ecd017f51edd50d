package import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// The user whose rights a mount uses for files: the domain's owner, whoever mounts it.
///
/// A user controls the folder of their domain, and all folders on the path to it: a link, or a FIFO, may replace any file there at any
/// moment. So before root looks into it the first time, root's process gives its rights over files up. It keeps them for the mount point and for
/// `RuntimeDirectory` (`FileIdentity.asProcess`).
package enum MountIdentity {
  package static func take(for domain: DomainName) throws {
    let directory = DomainDirectory.url(of: domain)
    let owner = StoreOwner.user(of: directory)
    guard geteuid() == 0, owner != 0 else { return }
    var status = stat()
    // Nothing of root's is in a folder of somebody else's for good: it can be exchanged.
    let isThere = lstat(directory.path, &status) == 0
    if isThere, status.st_uid != owner {
      throw CommandFailure(
        "domain “\(domain)”",
        "its folder belongs to user \(status.st_uid), but a folder above it belongs to user \(owner), who could replace it",
        remedy: "change its owner: chown -R \(owner) \(directory.path)", status: .unavailable)
    }
    do { try StoreOwner.takeIdentity(of: directory) } catch {
      throw CommandFailure("domain “\(domain)”", "cannot access its files as user \(owner): \(error)")
    }
    // With the rights that were just taken; access(2) would ask with root's.
    if isThere, lstat(directory.path + "/.", &status) != 0, errno == EACCES {
      throw CommandFailure(
        "domain “\(domain)”", "its owner, user \(owner), cannot enter a folder above it",
        remedy: "run chmod a+x on each folder of \(directory.path)", status: .unavailable)
    }
  }
}
