import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc
package import LinuxSystem

/// The log of a mount in the background: `$XDG_STATE_HOME/fileprovider/DOMAIN.log`.
package enum MountLog {
  /// A log that is longer than this is started again.
  private static let largest = 4 << 20

  private static var folder: String {
    (Environment.directory("XDG_STATE_HOME") ?? Environment.home + "/.local/state") + "/fileprovider"
  }

  private static func path(_ domain: DomainName) -> String { "\(folder)/\(domain).log" }

  /// Removes the log of a domain that is removed.
  static func remove(_ domain: DomainName) { unlink(path(domain)) }

  /// Renames the log of a domain that is renamed.
  package static func rename(_ domain: DomainName, to name: DomainName) { Glibc.rename(path(domain), path(name)) }

  /// Opens it, or `/dev/null` where it cannot be had.
  package static func open(_ domain: DomainName) -> Descriptor? {
    let opened = try? StoreOwner.acting(in: URL(fileURLWithPath: folder)) { () throws -> Int32 in
      try openFile(domain)?.release() ?? -1
    }
    guard let file = Descriptor(owning: opened ?? -1) else { return Descriptor(opening: "/dev/null", O_WRONLY) }
    shorten(file.number)
    return file
  }

  private static func openFile(_ domain: DomainName) throws -> Descriptor? {
    let owner = StoreOwner(of: DomainDirectory.url(of: domain))
    makeFolder(folder, owner)
    // Nobody may be at the other end of a FIFO.
    guard let file = owner.open(path(domain), O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK), file.isFile else {
      return nil
    }
    return file
  }

  /// Truncates the log when it is too long. All writers append (`O_APPEND`).
  static func shorten(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > largest else { return }
    ftruncate(descriptor, 0)
  }

  /// Truncates this process's log whenever it is too long. A mount lives for months, and a provider may print anything.
  package static func keepShort(_ domain: DomainName) {
    guard isLog(STDERR_FILENO, of: domain) else { return }
    NativeThread.start(name: "log", stackSize: NativeThread.stackOfOthers) {
      while true {
        sleep(10)
        shorten(STDERR_FILENO)
      }
    }
  }

  /// Whether a descriptor leads to the log, and not to a file of somebody's.
  private static func isLog(_ descriptor: Int32, of domain: DomainName) -> Bool {
    var (own, log) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path(domain), &log) == 0
      && (own.st_dev, own.st_ino) == (log.st_dev, log.st_ino)
  }

  /// Makes a folder, and the missing folders above it.
  private static func makeFolder(_ path: String, _ owner: StoreOwner) {
    guard owner.makeFolder(path) != 0, errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex else {
      return
    }
    makeFolder(String(path[..<end]), owner)
    _ = owner.makeFolder(path)
  }
}
