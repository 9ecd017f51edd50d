import CSystemCalls
import Glibc

extension Side {
  func performOnPath(_ operation: Operation) -> Observation {
    switch operation {
    case .truncate(let path, let size): return Observation { Glibc.truncate(self.path(path), off_t(size)) }
    case .makeDirectory(let path, let mode): return Observation { mkdir(self.path(path), mode) }
    case .removeDirectory(let path): return Observation { rmdir(self.path(path)) }
    case .unlink(let path): return Observation { Glibc.unlink(self.path(path)) }
    case .rename(let from, let to, let flags):
      return Observation { renameat2(AT_FDCWD, self.path(from), AT_FDCWD, self.path(to), flags) }
    case .symlink(let target, let path): return Observation { Glibc.symlink(target, self.path(path)) }
    case .readLink(let path):
      let (outcome, target) = Listing.target(self.path(path))
      return Observation(outcome, target)
    case .link(let from, let to): return Observation { Glibc.link(self.path(from), self.path(to)) }
    case .makeNode(let path, let mode): return Observation { mknod(self.path(path), mode, 0) }
    case .mask(let mask):
      umask(mask)
      return Observation(.value(0))
    case .access(let path, let mode): return Observation { Glibc.access(self.path(path), mode) }
    case .pathStatus(let path):
      var status = stat()
      let outcome = Outcome { stat(self.path(path), &status) }
      return Observation(outcome, outcome.isError ? "" : NodeFacts.text(status))
    case .listPath(let path):
      let (outcome, names) = Listing.names(self.path(path))
      return Observation(outcome, names.joined(separator: " "))
    default: return performOnAttributes(operation)
    }
  }

  private func performOnAttributes(_ operation: Operation) -> Observation {
    switch operation {
    case .setMode(let path, let mode): return Observation { chmod(self.path(path), mode) }
    case .setOwner(let path, let user, let group, let follows):
      return Observation { fchownat(AT_FDCWD, self.path(path), user, group, follows ? 0 : AT_SYMLINK_NOFOLLOW) }
    case .setTimes(let path, let access, let modification, let follows):
      var times = [access.value, modification.value]
      let outcome = Outcome { utimensat(AT_FDCWD, self.path(path), &times, follows ? 0 : AT_SYMLINK_NOFOLLOW) }
      return Observation(outcome, explicitTimes(path, access, modification, follows, outcome))
    case .setAttribute(let path, let name, let count, let seed, let flags):
      let bytes = Pattern.bytes(count, seed: seed)
      return Observation { lsetxattr(self.path(path), name, bytes, count, flags) }
    case .getAttribute(let path, let name):
      let (outcome, value) = Listing.attribute(self.path(path), name)
      return Observation(outcome, NodeFacts.checksum(value[...]))
    case .removeAttribute(let path, let name): return Observation { lremovexattr(self.path(path), name) }
    default: fatalError("not an operation on a path")
    }
  }

  /// The times as they are now, if they were given as numbers.
  private func explicitTimes(
    _ path: String, _ access: Operation.Time, _ modification: Operation.Time, _ follows: Bool, _ outcome: Outcome
  ) -> String {
    var status = stat()
    guard !outcome.isError, fstatat(AT_FDCWD, self.path(path), &status, follows ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      return ""
    }
    var parts: [String] = []
    if case .at = access { parts.append("atime \(status.st_atim.nanoseconds)") }
    if case .at = modification { parts.append("mtime \(status.st_mtim.nanoseconds)") }
    return parts.joined(separator: " ")
  }
}

extension Operation.Time {
  var value: timespec {
    switch self {
    case .now: timespec(tv_sec: 0, tv_nsec: time_now)
    case .omit: timespec(tv_sec: 0, tv_nsec: time_omit)
    case .at(let seconds, let nanoseconds): timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    }
  }
}
