import Glibc

/// How much memory the process may still take, in bytes: what the system says is available to anybody, 0 where it does not say it.
public func os_proc_available_memory() -> Int {
  guard let file = fopen("/proc/meminfo", "re") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  let name = "MemAvailable:"
  while fgets(&line, Int32(line.count), file) != nil {
    guard strncmp(line, name, name.utf8.count) == 0 else { continue }
    let kibibytes = line.withUnsafeBufferPointer { strtol($0.baseAddress! + name.utf8.count, nil, 10) }
    return kibibytes * 1024
  }
  return 0
}
