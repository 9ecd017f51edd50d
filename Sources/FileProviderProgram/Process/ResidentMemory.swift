import Glibc

/// The memory of this process that is in use (proc(5), “/proc/pid/statm”).
package enum ResidentMemory {
  package static var bytes: Int {
    let fields = (File.contents("/proc/self/statm") ?? "").split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
  }
}
