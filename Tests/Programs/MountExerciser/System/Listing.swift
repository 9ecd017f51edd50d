import CSystemCalls
import Glibc

/// Reading what has no fixed length: names, links, attributes.
enum Listing {
  /// The names in a directory but `.` and `..`, sorted; from the beginning, whatever was read from the descriptor before.
  static func names(_ descriptor: Int32) -> (Outcome, [String]) {
    let own = dup(descriptor)
    guard own >= 0, let stream = fdopendir(own) else {
      let number = errno
      if own >= 0 { close(own) }
      return (.error(number), [])
    }
    defer { closedir(stream) }
    rewinddir(stream)
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    return errno == 0 ? (.value(names.count), names.sorted()) : (.error(errno), names.sorted())
  }

  static func names(_ path: String) -> (Outcome, [String]) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | Int32(open_directory))
    guard descriptor >= 0 else { return (.error(errno), []) }
    defer { close(descriptor) }
    return names(descriptor)
  }

  static func target(_ path: String) -> (Outcome, String) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let outcome = Outcome { readlink(path, &buffer, buffer.count) }
    guard case .value(let count) = outcome else { return (outcome, "") }
    return (outcome, String(decoding: buffer[..<count], as: UTF8.self))
  }

  static func attribute(_ path: String, _ name: String) -> (Outcome, [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let outcome = Outcome { lgetxattr(path, name, &buffer, buffer.count) }
    guard case .value(let count) = outcome else { return (outcome, []) }
    return (outcome, Array(buffer[..<count]))
  }

  /// The names in the name space of users, sorted: the system has its own, as a security module likes.
  static func attributeNames(_ path: String) -> (Outcome, [String]) {
    var buffer = [CChar](repeating: 0, count: 65536)
    let outcome = Outcome { llistxattr(path, &buffer, buffer.count) }
    guard case .value(let count) = outcome else { return (outcome, []) }
    let names = buffer[..<count].split(separator: 0).map {
      String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    // What the mount itself says of an item is not compared: a file that was written becomes a recent after a while.
    let own = names.filter { $0.hasPrefix("user.") && !$0.hasPrefix("user.fileprovider.") }.sorted()
    return (.value(own.count), own)
  }

  static func contents(_ path: String) -> (Outcome, [UInt8]) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return (.error(errno), []) }
    defer { close(descriptor) }
    return contents(descriptor)
  }

  static func contents(_ descriptor: Int32) -> (Outcome, [UInt8]) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
      if count < 0 { return (.error(errno), bytes) }
      if count == 0 { return (.value(bytes.count), bytes) }
      bytes += buffer[..<count]
    }
  }

  static func status(_ path: String) -> (Outcome, stat) {
    var status = stat()
    let outcome = Outcome { lstat(path, &status) }
    return (outcome, status)
  }
}

extension timespec {
  var nanoseconds: Int { tv_sec * 1_000_000_000 + tv_nsec }
}
