import Foundation
import Glibc
import LinuxSystem
import TestSupport

/// A machine whose power is cut while contacts are imported and added by commands, without a mount.
///
/// What a command that has ended had acknowledged is there afterwards, and each contact that is there has its whole card.
final class ContactsCutRound {
  private let machine: CutMachine
  private let program: String
  private var generator: SeededGenerator

  init(seed: UInt64, program: String, folder: String) throws(CutFailure) {
    generator = SeededGenerator(seed: seed)
    self.program = program
    // Nothing reaches the disk by itself during a round.
    machine = try CutMachine(folder: folder, megabytes: 256, commitSeconds: 60)
    mkdir(machine.disk + "/data", 0o700)
    mkdir(machine.memory + "/runtime", 0o700)
  }

  /// - Returns: What is wrong.
  func run() throws(CutFailure) -> [String] {
    let imported = 50 + generator.below(300)
    let cards = (0..<imported).map { card($0) }.joined()
    let file = machine.memory + "/cards.vcf"
    guard FileManager.default.createFile(atPath: file, contents: Data(cards.utf8)) else {
      throw CutFailure("cannot write the cards", errno)
    }
    try demand(["contacts", "import", file])
    let added = try addUntilCut(after: 200 + generator.below(1500))
    try machine.detach()
    try machine.attach()
    try machine.startAnew()
    return try verify(imported, added)
  }

  private func card(_ number: Int) -> String {
    let lines = [
      "BEGIN:VCARD", "VERSION:3.0", "FN:Imported \(number)", "N:\(number);Imported;;;", "NOTE:whole", "END:VCARD",
    ]
    return lines.map { $0 + "\r\n" }.joined()
  }

  private func addition(_ number: Int) -> [String] {
    ["contacts", "add", "--given-name", "Added", "--family-name", "n\(number)", "--note", "whole"]
  }

  /// Adds contacts by commands, one after the other, until the power is cut some time after the first.
  ///
  /// - Returns: How many were acknowledged.
  private func addUntilCut(after milliseconds: Int) throws(CutFailure) -> Int {
    try demand(addition(0))
    var acknowledged = 1
    let end = Deadline.after(.milliseconds(milliseconds))
    while !end.hasPassed {
      let process = try start(addition(acknowledged))
      if !eventually(seconds: 240, { process.hasEnded || end.hasPassed }) { break }
      if end.hasPassed, !process.hasEnded {
        // In the middle of one.
        try machine.cut()
        process.end()
        return acknowledged
      }
      let result = process.wait()
      guard result.status == 0 else { throw CutFailure("contacts add: \(result)", 0, isFinding: true) }
      acknowledged += 1
    }
    try machine.cut()
    return acknowledged
  }

  private func verify(_ imported: Int, _ added: Int) throws(CutFailure) -> [String] {
    var problems: [String] = []
    let names = Set(
      try demand(["contacts", "list"]).lines.map {
        String($0.prefix { $0 != "\t" }).trimmingCharacters(in: .whitespaces)
      })
    let lostImports = (0..<imported).filter { !names.contains("Imported \($0)") }
    if !lostImports.isEmpty { problems.append("\(lostImports.count) of \(imported) imported contacts are lost") }
    let lost = (0..<added).filter { !names.contains("Added n\($0)") }
    if !lost.isEmpty { problems.append("of \(added) acknowledged contacts \(lost) are lost") }
    let cards = try demand(["contacts", "export"]).output
    let count = cards.components(separatedBy: "END:VCARD").count - 1
    if count != names.count { problems.append("\(names.count) contacts have \(count) cards") }
    if cards.components(separatedBy: "NOTE:whole").count - 1 != count { problems.append("some cards are not whole") }
    let check = try start(["check", "--contents", "--domain", "contacts"]).finish()
    if check.status != 0 { problems.append("check: \(check)") }
    print("\(imported) imported, \(added) added")
    return problems
  }

  @discardableResult
  private func demand(_ words: [String]) throws(CutFailure) -> ProcessResult {
    let result = try start(words).finish()
    guard result.status == 0 else { throw CutFailure("\(words.joined(separator: " ")): \(result)", 0, isFinding: true) }
    return result
  }

  private var starts = 0

  private func start(_ words: [String]) throws(CutFailure) -> RunningProcess {
    starts += 1
    let memory = machine.memory
    let environment = [
      "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": memory, "LC_ALL": "C.UTF-8",
      "XDG_DATA_HOME": "\(machine.disk)/data", "XDG_RUNTIME_DIR": memory + "/runtime",
      "XDG_STATE_HOME": memory + "/state",
    ]
    guard
      let process = try? RunningProcess([program] + words, environment: environment, output: "\(memory)/out\(starts)")
    else { throw CutFailure("cannot start \(program)", errno) }
    return process
  }
}
