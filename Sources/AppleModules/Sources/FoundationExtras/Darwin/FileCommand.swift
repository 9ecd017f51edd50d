import CDarwin

/// A command of `fcntl` that macOS has and Linux has as another call. It is no number, so that it cannot be taken for one of Linux's.
public struct FileCommand: Sendable {
  enum Kind { case sync, barrier, noCache, path }
  let kind: Kind
}

/// Writes a file to its disk, and has the disk write it: `fsync`.
public let F_FULLFSYNC = FileCommand(kind: .sync)
/// Writes a file's contents before what is written later: `fdatasync`.
public let F_BARRIERFSYNC = FileCommand(kind: .barrier)
/// Keeps a file out of the cache. Without effect.
public let F_NOCACHE = FileCommand(kind: .noCache)
/// Tells the path of an open file, in a buffer of `MAXPATHLEN`.
public let F_GETPATH = FileCommand(kind: .path)

/// Runs a command of macOS that has no argument.
public func fcntl(_ descriptor: Int32, _ command: FileCommand) -> Int32 { fcntl(descriptor, command, 0) }

/// Runs a command of macOS that has a number, which none of them here looks at.
public func fcntl(_ descriptor: Int32, _ command: FileCommand, _ value: Int32) -> Int32 {
  switch command.kind {
  case .sync: return fsync(descriptor)
  case .barrier: return fdatasync(descriptor)
  case .noCache: return min(fcntl(descriptor, F_GETFD), 0)
  case .path:
    errno = EFAULT
    return -1
  }
}

/// Runs a command of macOS that has a buffer.
public func fcntl(_ descriptor: Int32, _ command: FileCommand, _ buffer: UnsafeMutableRawPointer) -> Int32 {
  guard command.kind == .path else { return fcntl(descriptor, command, 0) }
  guard fcntl(descriptor, F_GETFD) >= 0 else { return -1 }
  let path = buffer.assumingMemoryBound(to: CChar.self)
  let count = readlink("/proc/self/fd/\(descriptor)", path, Int(MAXPATHLEN) - 1)
  guard count >= 0 else { return -1 }
  path[count] = 0
  return 0
}
