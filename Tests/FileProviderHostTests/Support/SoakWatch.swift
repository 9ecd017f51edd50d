import Foundation
import Glibc
import TestSupport

/// What `status --json` says of the processes.
struct SoakStatus: Decodable {
  struct Process: Decodable {
    var pid: Int32
  }
  struct Domain: Decodable {
    var name: String
    var providerProcess: Process?
  }
  struct Mount: Decodable {
    var domain: String
    var pid: Int32
  }
  var domains: [Domain]
  var mounts: [Mount]

  var provider: pid_t? { domains.compactMap(\.providerProcess).first?.pid }
}

/// The curves: what each process and the disk hold after each round.
final class SoakWatch {
  private struct Sample {
    var round: Int
    var role: String
    var process: pid_t
    /// Memory that is no file's, in KiB; of the disk, what the files take.
    var size: Int
    /// Descriptors; of the disk, files.
    var files: Int
    var threads: Int
  }

  private let sandbox: Sandbox
  private var samples: [Sample] = []

  /// Beyond what it was before: memory is given back in large pieces, and a database is cut in steps. Mounts alone give free memory back when they rest.
  private static let slack = (size: 4096, sizeOfMounts: 2048, files: 8, threads: 4)
  /// A mount rests when it had no request for 10 s, and gives back what only a busy one needs.
  private static let rest: UInt32 = 13

  init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  func sample(_ round: Int, _ tails: [RunningProcess], _ status: SoakStatus) throws {
    var processes = status.mounts.map { ("mount of \($0.domain)", $0.pid) }
    if let provider = status.provider { processes.append(("provider", provider)) }
    for (number, tail) in tails.enumerated() { processes.append(("tail \(number)", tail.pid)) }
    for (role, process) in processes {
      let facts = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0
      samples.append(
        Sample(
          round: round, role: role, process: process, size: Self.number("RssAnon:", in: facts), files: files,
          threads: Self.number("Threads:", in: facts)))
    }
    for (role, held) in disk().sorted(by: { $0.key < $1.key }) {
      samples.append(Sample(round: round, role: role, process: 0, size: held.size, files: held.files, threads: 0))
    }
  }

  /// Waits until the mounts rest, and no more contents are kept than there are documents; what was replaced is removed when the new contents are on the
  /// disk.
  func settle(documents: Int) {
    // The clock itself is meant: no request comes for that time.
    sleep(Self.rest)
    eventually { disk()[Self.contents]?.files ?? 0 <= documents + documents / 64 + Self.slack.files }
  }

  private static let contents = "contents"
  /// The logs of the databases. They are begun anew when they are longer than 32 MiB.
  private static let logs = "logs"
  private static let longestLogs = 4 * 40_960

  /// What is on the disk, in KiB and files, by what it is.
  private func disk() -> [String: (size: Int, files: Int)] {
    var held: [String: (size: Int, files: Int)] = [:]
    for folder in ["data", "runtime", "state"] {
      let paths = FileManager.default.enumerator(atPath: sandbox.url(folder).path)
      while let path = paths?.nextObject() as? String {
        var facts = stat()
        guard lstat(sandbox.url(folder).path + "/" + path, &facts) == 0 else { continue }
        let role =
          path.contains("/contents/")
          ? Self.contents
          : path.hasSuffix(".sqlite") ? "databases" : path.contains(".sqlite-") ? Self.logs : folder
        held[role, default: (0, 0)].size += Int(facts.st_blocks) / 2
        held[role, default: (0, 0)].files += 1
      }
    }
    return held
  }

  private static func number(_ name: String, in facts: String) -> Int {
    let line = facts.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? -1
  }

  /// What is more at the end than it was after a round before.
  func problems(comparing before: Int, with last: Int) -> [(role: String, problem: String)] {
    var problems: [(String, String)] = []
    for end in samples where end.round == last {
      if end.role == Self.logs {
        if end.size > Self.longestLogs { problems.append((end.role, "\(end.size) KiB")) }
        continue
      }
      let warm = samples.filter { $0.role == end.role && $0.round == before }
      if warm.isEmpty || warm.contains(where: { $0.process != end.process }) {
        problems.append((end.role, "the process is another one by now"))
      }
      func compare(_ name: String, _ key: KeyPath<Sample, Int>, _ slack: Int) {
        let most = warm.map { $0[keyPath: key] }.max() ?? 0
        if end[keyPath: key] > most + slack {
          problems.append((end.role, "\(name): \(most) after round \(before), \(end[keyPath: key]) at the end"))
        }
      }
      compare("KiB", \.size, end.role.hasPrefix("mount of") ? Self.slack.sizeOfMounts : Self.slack.size)
      compare("descriptors or files", \.files, Self.slack.files)
      compare("threads", \.threads, Self.slack.threads)
    }
    return problems
  }

  /// As CSV.
  var lines: [String] {
    ["round,what,process,KiB,descriptors or files,threads"]
      + samples.map { "\($0.round),\($0.role),\($0.process),\($0.size),\($0.files),\($0.threads)" }
  }
}
