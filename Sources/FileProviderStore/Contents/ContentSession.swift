import Foundation
import Glibc

/// The mark of a process that makes content files: an empty, locked file named after the first number it may use.
///
/// A content file is made before the commit that gives it an owner. When the process dies in between, its mark stays,
/// unlocked: content files without an owner from that number on are then leftovers of work that was never acknowledged, and `check`
/// removes them. Without such a mark, an ownerless file is a finding, for it may be the only copy.
struct ContentSession: ~Copyable {
  private let descriptor: Int32
  private let path: String

  static func directory(in contents: URL) -> String { contents.path + "/sessions" }

  init(contents: URL, first: ContentKey, owner: StoreOwner) throws(StoreError) {
    let directory = Self.directory(in: contents)
    if owner.makeFolder(directory) != 0 && errno != EEXIST {
      throw StoreError(errno: errno, "cannot make \(directory)")
    }
    let path = directory + "/" + String(first.rawValue, radix: 16)
    let descriptor = owner.open(path)
    guard descriptor >= 0 else { throw StoreError(errno: errno, "cannot make \(path)") }
    flock(descriptor, LOCK_EX)
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// The first numbers of sessions: those that run, and those that died.
  static func sessions(in contents: URL) -> (alive: [ContentKey], dead: [ContentKey]) {
    var alive: [ContentKey] = []
    var dead: [ContentKey] = []
    let directory = directory(in: contents)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      guard let first = Int64(name, radix: 16) else { continue }
      let file = open(directory + "/" + name, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        dead.append(ContentKey(rawValue: first))
      } else {
        alive.append(ContentKey(rawValue: first))
      }
    }
    return (alive, dead)
  }

  /// Removes the marks of dead sessions, when what they left has been removed.
  static func forget(_ dead: [ContentKey], in contents: URL) {
    for first in dead { unlink(directory(in: contents) + "/" + String(first.rawValue, radix: 16)) }
  }
}
