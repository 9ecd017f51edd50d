import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// As whom a mount uses files: as root in root's own domain, and else as the domain's owner, whoever mounts it.
///
/// The folder of a person's domain, and all folders on the way to it, are under that person's control: a link, or a FIFO, may take the place of any file there at any
/// moment. So before root looks into it the first time, root's process gives its rights over files up. It keeps them for the mount point and for
/// `RuntimeDirectory` (`FileIdentity.asProcess`).
enum MountIdentity {
  static func take(for domain: DomainName) throws {
    let directory = DomainDirectory.url(of: domain)
    let owner = StoreOwner.user(of: directory)
    guard geteuid() == 0, owner != 0 else { return }
    var status = stat()
    // Nothing of root's is in a folder of somebody else's for good: it can be exchanged.
    let isThere = lstat(directory.path, &status) == 0
    if isThere, status.st_uid != owner {
      throw CommandFailure(
        "domain “\(domain)”",
        "its folder belongs to user \(status.st_uid), and a folder above it to user \(owner), who could put another there",
        remedy: "give it to that user: chown -R \(owner) \(directory.path)", status: .unavailable)
    }
    do { try StoreOwner.takeIdentity(of: directory) } catch {
      throw CommandFailure("domain “\(domain)”", "its files cannot be used as user \(owner): \(error)")
    }
    // With the rights that were just taken; access(2) would ask with root's.
    if isThere, lstat(directory.path + "/.", &status) != 0, errno == EACCES {
      throw CommandFailure(
        "domain “\(domain)”", "user \(owner), whose it is, may not enter a folder above it",
        remedy: "allow that: chmod a+x for each folder of \(directory.path)", status: .unavailable)
    }
  }
}
