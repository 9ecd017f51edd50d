import FileProviderDomains
import FileProviderMounting
import FileProviderProgram
import FileProviderStore

/// The state of all domains and mounts.
struct StatusReport {
  struct Problem {
    var domain: String
    var failure: CommandFailure
  }

  private(set) var domains: [DomainFacts] = []
  private(set) var mounts: [MountStatus] = []
  private(set) var problems: [Problem] = []

  /// - Parameter domain: The one that is asked for; `nil` for all.
  static func gather(only domain: DomainName?) throws -> StatusReport {
    var report = StatusReport()
    if let domain { try DomainDirectory.requireExistence(of: domain) }
    for name in try domain.map({ [$0] }) ?? DomainDirectory.names() {
      // The store cannot be opened as long as that lasts.
      if let writer = StoppedWriter(in: DomainDirectory.url(of: name)) {
        report.problems.append(
          Problem(
            domain: name.string,
            failure: CommandFailure("domain “\(name)”", writer.failure, remedy: writer.remedy, status: .unavailable)))
        continue
      }
      do {
        let facts = try DomainFacts(name, store: DomainDirectory.open(name))
        report.domains.append(facts)
        if let problem = facts.problem { report.problems.append(Problem(domain: facts.name, failure: problem)) }
      } catch {
        report.problems.append(Problem(domain: name.string, failure: CommandFailure("domain “\(name)”", error)))
      }
    }
    report.askMounts(of: domain?.string)
    return report
  }

  /// - Parameter domain: As for `gather`.
  private mutating func askMounts(of domain: String?) {
    for (note, status) in StatusQuery.all() where domain == nil || note.domain == domain {
      if let status {
        mounts.append(status.supervised(as: note))
        if note.isWithoutStore {
          problems.append(
            Problem(
              domain: note.domain,
              failure: CommandFailure(
                note.mountpoint, "its domain is no longer in \(note.store ?? "")",
                remedy: "move the domain back, or unmount with “\(HostProgram.current.name) unmount”")))
        }
      } else {
        mounts.append(MountStatus(silent: note, state: .hung).supervised(as: note))
        problems.append(
          Problem(
            domain: note.domain,
            failure: CommandFailure(
              note.mountpoint, "the mount does not answer", remedy: "end process \(note.process) and mount again")))
      }
    }
    for note in MountRegistry.deserted() where domain == nil || note.domain == domain {
      mounts.append(MountStatus(silent: note, state: .dead).supervised(as: note))
      let failure =
        note.isSupervised
        ? CommandFailure(
          note.mountpoint, "the process that served this mount has died; it is about to be restarted")
        : CommandFailure(
          note.mountpoint, "no process serves this mount",
          remedy: "mount it again with “\(HostProgram.current.name) mount”, or unmount it")
      problems.append(Problem(domain: note.domain, failure: failure))
    }
  }

  func writeJSON(to writer: ByteWriter) throws {
    var object = try JSONObject(writer)
    try object.add("version", Int64(1))
    try object.add("domains") {
      try Self.write(domains, to: $0) { try $0.write(to: $1, complaints: complaints(of: $0.name)) }
    }
    try object.add("mounts") { try Self.write(mounts, to: $0) { try $0.write(to: $1) } }
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }

  private static func write<Element>(
    _ elements: [Element], to writer: ByteWriter, _ body: (Element, ByteWriter) throws -> Void
  ) throws {
    try writer.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { try writer.append(UInt8(ascii: ",")) }
      try body(element, writer)
    }
    try writer.append(UInt8(ascii: "]"))
  }

  func writeCheck(to writer: ByteWriter) throws {
    let names = Set(domains.map(\.name)).union(problems.map(\.domain))
    for name in names.sorted() {
      let complaints = complaints(of: name)
      try writer.append("\(name): \(complaints.isEmpty ? "healthy" : complaints.joined(separator: ", "))\n")
    }
  }

  /// Why a domain is unhealthy, a line each: its store or a mount is damaged, provider calls fail, or user action is required.
  func complaints(of name: String) -> [String] {
    problems.filter { $0.domain == name }.map { "\($0.failure.what): \($0.failure.reason)" }
      + (domains.first { $0.name == name }?.provision?.complaints ?? []).map(Console.oneLine)
  }

  var hasNothing: Bool { domains.isEmpty && mounts.isEmpty && problems.isEmpty }

  var text: String {
    var text = ""
    for domain in domains {
      text += domain.text
      for mount in mounts where mount.domain == domain.name && mount.state == .alive { text += Self.text(mount) }
    }
    for mount in mounts where mount.state == .alive && !domains.contains(where: { $0.name == mount.domain }) {
      text += "domain \(mount.domain)\n" + Self.text(mount)
    }
    return text
  }

  private static func text(_ mount: MountStatus) -> String {
    var text = """
        mount        \(mount.mountpoint)
          process    \(mount.pid), since \(HumanText.time(Timestamp(rawValue: mount.since * 1000)))
          alive      \(mount.live.total) enumerators, \(mount.openFiles) open files, \(HumanText.size(Int64(mount.residentBytes)))

      """
    if let passthrough = mount.passthroughText { text += "      contents   \(passthrough)\n" }
    if mount.restarts > 0 {
      let times = mount.restarts == 1 ? "once" : "\(HumanText.count(Int64(mount.restarts))) times"
      text += "      restarted  \(times), after its process died; see the log\n"
    }
    for request in mount.requests.sorted(by: { $0.count > $1.count }).prefix(5) {
      let times = "half within \(Int(request.p50Microseconds)) µs, 99 % within \(Int(request.p99Microseconds)) µs"
      text += "      \(request.operation.padded(to: 10)) \(HumanText.count(Int64(request.count))), \(times)\n"
    }
    return text
  }
}
