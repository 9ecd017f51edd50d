import Glibc

/// What `/proc` says of a process.
enum ProcessTable {
  struct Memory {
    var residentPeak = 0.0
    var anonymous = 0.0
  }

  /// In MiB. The peak is the kernel's own (`VmHWM`).
  static func memory(of pid: pid_t) -> Memory? {
    guard let status = File.text("/proc/\(pid)/status") else { return nil }
    var memory = Memory()
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
      guard words.count >= 2, let kibibytes = Double(words[1]) else { continue }
      if words[0] == "VmHWM:" { memory.residentPeak = kibibytes / 1024 }
      if words[0] == "RssAnon:" { memory.anonymous = kibibytes / 1024 }
    }
    return memory
  }

  /// Processor time so far, user and system, in seconds.
  static func processorTime(of pid: pid_t) -> Double? {
    // Not from /proc, which counts in hundredths.
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// This process's, and that of those it has waited for.
  static var ownProcessorTime: Double {
    [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
      var usage = rusage()
      getrusage(__rusage_who_t(who.rawValue), &usage)
      return sum + seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  /// Processes one of whose arguments holds `text`. With the random name of our folder, these are what we started and
  /// what those started in turn.
  static func processes(mentioning text: String) -> [pid_t] {
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    var found: [pid_t] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let pid = pid_t(name), pid != getpid(), File.text("/proc/\(pid)/cmdline")?.contains(text) == true
      else { continue }
      found.append(pid)
    }
    return found
  }
}

/// What is mounted under a folder.
enum WorkspaceMounts {
  private static var places: [String] {
    let table = File.text("/proc/self/mounts") ?? ""
    return table.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 1 ? String(words[1]).replacing("\\040", with: " ") : nil
    }
  }

  /// Deepest first, as they have to be unmounted.
  static func mounts(under path: String) -> [String] {
    places.filter { $0.hasPrefix(path + "/") }.reversed()
  }

  static func isMounted(_ place: String) -> Bool { places.contains(place) }

  /// At once when `lazily`, else only if nobody uses it.
  @discardableResult
  static func unmount(_ place: String, lazily: Bool, log: String) -> Bool {
    if umount2(place, lazily ? Int32(MNT_DETACH) : 0) == 0 { return true }
    guard errno == EPERM, let program = Command.find("fusermount3") else { return false }
    let command = Command(executable: program, arguments: ["-u", "-q"] + (lazily ? ["-z"] : []) + ["--", place])
    return (try? command.run(log: log)) != nil
  }
}
