import Foundation
import TestSupport

/// A domain with a provider whose processes end at any step of what they do, by `kill -9` or with the power. In the end both sides come to rest and are
/// looked at.
///
/// The provider's server is not part of the machine: it keeps what it was told.
final class ReplicaCutRound {
  private let plan: ReplicaCutPlan
  private let seed: UInt64
  private let program: String
  private let machine: CutMachine
  private let keep: String?
  private var count = 0

  /// - Parameters:
  ///   - program: `ReplicaExerciser`.
  ///   - keep: A folder for a copy of what is there after the last fault.
  init(
    plan: ReplicaCutPlan, seed: UInt64, program: String, folder: String, keep: String? = nil
  ) throws(CutFailure) {
    self.keep = keep
    self.plan = plan
    self.seed = seed
    self.program = program
    machine = try CutMachine(folder: folder, megabytes: 256, commitSeconds: plan.commitSeconds)
  }

  /// - Returns: What is wrong.
  func run() throws(CutFailure) -> [String] {
    let problems = try rest()
    guard problems.isEmpty else { return problems }
    for (number, session) in plan.sessions.enumerated() {
      switch plan.fault {
      case .cut: try cut(session, number)
      case .kill: try kill(session, number)
      }
    }
    keepState()
    return try rest()
  }

  /// Copies what is there after the last fault to where it can be looked at.
  private func keepState() {
    guard let keep else { return }
    let manager = FileManager.default
    try? manager.createDirectory(atPath: keep, withIntermediateDirectories: true)
    try? manager.copyItem(atPath: machine.disk + "/store", toPath: keep + "/store")
    for name in ["server", "journal"] {
      try? manager.copyItem(atPath: "\(machine.memory)/\(name)", toPath: "\(keep)/\(name)")
    }
  }

  // MARK: Faults

  private func cut(_ session: ReplicaCutPlan.Session, _ number: Int) throws(CutFailure) {
    let person = try start("person", session, number)
    let provider = try start("provider", session, number)
    let (victim, other) = session.victim == .person ? (person, provider) : (provider, person)
    // Each has an end: its fault, or the last of its actions.
    if !eventually(seconds: 120, { victim.hasEnded }) { throw CutFailure("the victim does not end", 0) }
    // What is answered from here on promises nothing.
    let sign = machine.memory + "/cut"
    close(open(sign, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    try? machine.cut()
    other.end()
    try checkEnd(victim)
    try machine.detach()
    try machine.attach()
    if !session.isSameBoot { try machine.startAnew() }
    unlink(sign)
  }

  private func kill(_ session: ReplicaCutPlan.Session, _ number: Int) throws(CutFailure) {
    let person = try start("person", session, number)
    let provider = try start("provider", session, number)
    let (victim, other) = session.victim == .person ? (person, provider) : (provider, person)
    if !eventually(seconds: 120, { victim.hasEnded }) { throw CutFailure("the victim does not end", 0) }
    try checkEnd(victim)
    if session.killsBoth { other.end() }
    // One that went on meets the process that takes the place of the killed one.
    let again = try start(session.victim == .person ? "person" : "provider", session, number + 500, isFaulty: false)
    try checkEnd(again, again.finish())
    if !session.killsBoth { try checkEnd(other, other.finish()) }
  }

  /// The process was killed at its step, or did all that it had to do.
  private func checkEnd(_ process: RunningProcess, _ result: ProcessResult? = nil) throws(CutFailure) {
    let result = result ?? process.wait()
    // A process that works on a dead disk may see that before it is killed.
    let isDead = plan.fault == .cut && result.status == 2
    guard result.status == 0 || result.status == 128 + SIGKILL || isDead else {
      throw CutFailure("a process ended with \(result)", 0, isFinding: true)
    }
  }

  // MARK: Processes

  private func start(
    _ word: String, _ session: ReplicaCutPlan.Session, _ number: Int, isFaulty: Bool = true
  ) throws(CutFailure) -> RunningProcess {
    let isVictim = isFaulty && session.victim == (word == "person" ? .person : .provider)
    let options = [
      "--disk", machine.disk, "--seed", "\((seed &+ UInt64(number) &* 977) % (1 << 40))", "--session", "\(number + 1)",
      "--actions", "\(word == "person" ? session.personActions : session.providerActions)",
      "--fault", isVictim ? plan.fault.rawValue : "kill", "--step", "\(isVictim ? session.step : .max)",
    ]
    return try start([word] + options)
  }

  private func start(_ words: [String]) throws(CutFailure) -> RunningProcess {
    count += 1
    let temporary = (plan.sharesDisk ? machine.disk : machine.memory) + "/temporary"
    mkdir(temporary, 0o700)
    let environment = ["PATH": "/usr/bin:/bin", "HOME": machine.memory, "TMPDIR": temporary]
    let all =
      [program] + words
      + ["--store", machine.disk + "/store", "--memory", machine.memory, "--paths", plan.namesByPath ? "1" : "0"]
      + (plan.mass.map { ["--mass", $0.rawValue] } ?? [])
    guard let process = try? RunningProcess(all, environment: environment, output: "\(machine.memory)/out\(count)")
    else { throw CutFailure("cannot start \(program)", errno) }
    return process
  }

  private func rest() throws(CutFailure) -> [String] {
    let result = try start(["rest"]).finish()
    if result.status == 0 { return [] }
    return result.lines + ["the rest ended with \(result.status)", String(result.error.suffix(3000))]
  }
}
