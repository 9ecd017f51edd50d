import FileProviderMounting
import FileProviderProgram
import FileProviderStore

/// A fact of `status --watch` of which a line is printed when it changes.
struct StatusFact: Hashable {
  /// The domain, or the mount.
  var subject: String
  var name: String
  var value: String

  /// What it is about.
  var key: [String] { [subject, name] }

  func line(at time: Timestamp, isTerminal: Bool) -> String {
    let line = "\(HumanText.time(time))  \(subject)  \(name)  \(value)"
    return HumanText.printable(line, isTerminal: isTerminal) + "\n"
  }
}

extension StatusReport {
  /// Everything but what changes all the time, such as the memory of processes.
  var facts: [StatusFact] {
    var facts: [StatusFact] = []
    for domain in domains {
      func add(_ name: String, _ value: String) {
        facts.append(StatusFact(subject: domain.name, name: name, value: value))
      }
      let complaints = complaints(of: domain.name)
      add("health", complaints.isEmpty ? "healthy" : complaints.joined(separator: "; "))
      add("items", HumanText.count(domain.items))
      add("trash", HumanText.count(domain.trashedItems))
      guard let provision = domain.provision else { continue }
      add("provider", domain.process == nil ? "not running" : "running")
      add("transfers", provision.restraint?.words ?? "not paused")
      add("pending", HumanText.items(provision.waiting.count))
      add("downloads", HumanText.count(provision.downloadCount))
      add("local only", HumanText.items(provision.keptHere))
    }
    for mount in mounts {
      facts.append(StatusFact(subject: mount.mountpoint, name: "mount", value: mount.state.rawValue))
    }
    let known = Set(domains.map(\.name))
    for problem in problems where !known.contains(problem.domain) {
      facts.append(StatusFact(subject: problem.domain, name: "health", value: problem.failure.reason))
    }
    return facts
  }

  /// The facts that differ from earlier ones; a value “gone” stands for one that is no more.
  func changes(since earlier: [StatusFact]) -> [StatusFact] {
    let facts = facts
    let (known, keys) = (Set(earlier), Set(facts.map(\.key)))
    let gone = earlier.filter { !keys.contains($0.key) }
    return facts.filter { !known.contains($0) }
      + gone.map { StatusFact(subject: $0.subject, name: $0.name, value: "gone") }
  }
}
