import Foundation
import Glibc
import LinuxSystem
import TestSupport

/// A machine whose power is cut while contacts are imported, added and linked by commands, without a mount.
///
/// What a command that has ended had acknowledged is there afterwards, each contact that is there has its whole card, and a link is in both of its cards or in none.
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
    let acknowledged = try changeUntilCut(imported, after: 200 + generator.below(1500))
    try machine.detach()
    try machine.attach()
    try machine.startAnew()
    return try verify(imported, added: (acknowledged + 1) / 2, linked: acknowledged / 2)
  }

  private func card(_ number: Int) -> String {
    let lines = [
      "BEGIN:VCARD", "VERSION:3.0", "FN:Imported \(number)", "N:\(number);Imported;;;", "NOTE:whole", "END:VCARD",
    ]
    return lines.map { $0 + "\r\n" }.joined()
  }

  /// A contact is added, and then linked with one that was imported.
  private func change(_ number: Int) -> [String] {
    let name = "n\(number / 2)"
    return number.isMultiple(of: 2)
      ? ["contacts", "add", "--given-name", "Added", "--family-name", name, "--note", "whole"]
      : ["contacts", "link", "Added \(name)", "Imported \(number / 2)"]
  }

  /// Adds and links contacts by commands, one after the other, until the power is cut some time after the first.
  ///
  /// - Returns: How many commands were acknowledged.
  private func changeUntilCut(_ imported: Int, after milliseconds: Int) throws(CutFailure) -> Int {
    try demand(change(0))
    var acknowledged = 1
    let end = Deadline.after(.milliseconds(milliseconds))
    while !end.hasPassed, acknowledged < imported * 2 {
      let process = try start(change(acknowledged))
      if !eventually(seconds: 240, { process.hasEnded || end.hasPassed }) { break }
      if end.hasPassed, !process.hasEnded {
        // In the middle of one.
        try machine.cut()
        process.end()
        return acknowledged
      }
      let result = process.wait()
      guard result.status == 0 else {
        throw CutFailure("\(change(acknowledged).joined(separator: " ")): \(result)", 0, isFinding: true)
      }
      acknowledged += 1
    }
    try machine.cut()
    return acknowledged
  }

  private func verify(_ imported: Int, added: Int, linked: Int) throws(CutFailure) -> [String] {
    var problems: [String] = []
    let cards = try demand(["contacts", "export"]).output.components(separatedBy: "END:VCARD").dropLast()
      .map(CutCard.init)
    let all = Dictionary(cards.map { ($0.name, $0) }) { first, _ in first }
    let lostImports = (0..<imported).filter { all["Imported \($0)"] == nil }
    if !lostImports.isEmpty { problems.append("\(lostImports.count) of \(imported) imported contacts are lost") }
    let lost = (0..<added).filter { all["Added n\($0)"] == nil }
    if !lost.isEmpty { problems.append("of \(added) acknowledged contacts \(lost) are lost") }
    let unlinked = (0..<linked).filter { number in
      all["Added n\(number)"]?.link == nil || all["Added n\(number)"]?.link != all["Imported \(number)"]?.link
    }
    if !unlinked.isEmpty { problems.append("of \(linked) acknowledged links \(unlinked) are lost") }
    let links = Dictionary(grouping: cards.compactMap(\.link)) { $0 }
    if links.values.contains(where: { $0.count != 2 }) { problems.append("some links are not whole: \(links)") }
    let count = try demand(["contacts", "list"]).lines.count
    if count != cards.count - links.count {
      problems.append("\(count) contacts have \(cards.count) cards and \(links.count) links")
    }
    if all.count != cards.count { problems.append("some contacts are there twice") }
    if !cards.allSatisfy(\.isWhole) { problems.append("some cards are not whole") }
    let check = try start(["check", "--contents", "--domain", "contacts"]).finish()
    if check.status != 0 { problems.append("check: \(check)") }
    print("\(imported) imported, \(added) added, \(linked) linked")
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

/// What a card says that was exported after a cut.
private struct CutCard {
  var name = ""
  var link: String?
  var isWhole = false

  init(_ text: String) {
    for line in text.components(separatedBy: "\r\n") {
      if line.hasPrefix("FN:") { name = String(line.dropFirst(3)) }
      if line.hasPrefix("X-OPENFILEPROVIDER-LINK:") { link = String(line.dropFirst(24).prefix { $0 != ";" }) }
      if line == "NOTE:whole" { isWhole = true }
    }
  }
}
