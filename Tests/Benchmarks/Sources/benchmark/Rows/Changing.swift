import Glibc

/// What the rows that change a mount have in common.
extension Bench {
  /// Whether our mount can be written; if not, the row is skipped, as there is nothing to compare with the others.
  func canChange() -> Bool {
    guard isAvailable(.ours) else { return true }
    do {
      try empty.mounted(.ours) { mount in
        _ = try Descriptor(opening: mount.root + "/probe", O_WRONLY | O_CREAT | O_EXCL)
        try Failure.check(unlink(mount.root + "/probe"), "probe")
      }
      return true
    } catch let failure as Failure where [EROFS, ENOSYS, EPERM, EACCES, EOPNOTSUPP].contains(failure.code) {
      remark("skipped: read-only")
    } catch {
      remark("skipped: \(error)")
    }
    return false
  }

  /// A folder to make changes in, through a fresh mount, that is removed afterwards.
  func inFolder(of contestant: Contestant, _ body: (_ folder: String, _ mount: Mount) throws -> Void) throws {
    try empty.mounted(contestant) { mount in
      let folder = "\(mount.root)/\(contestant.rawValue)"
      try File.makeDirectory(folder)
      defer { File.remove(folder) }
      try body(folder, mount)
    }
  }
}
