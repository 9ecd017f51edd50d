import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation

/// `domain remove [--force] NAME`
struct DomainRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a domain with everything in it.",
    discussion: """
      On a terminal it asks for confirmation; a script passes --force, and the command prints what existed nowhere else. A domain in use is not removed.
      """)
  @Flag(name: [.customShort("f"), .customLong("force")], help: "Do not ask for confirmation.") var isForced = false
  @Argument(help: "The name of the domain.", completion: Candidates.domains) var name: String

  func run() throws {
    let name = try DomainName(name)
    let what = "domain “\(name)”"
    guard DomainDirectory.exists(name) else { throw CommandFailure(what, "no such domain") }
    try checkUse(name)
    if isForced { printLosses(of: name) }
    try Confirmation.ask(
      "permanently remove the domain “\(name)” with \(contents(of: name))?", what: what, isForced: isForced)
    // Another process may have opened it while the question was shown.
    try checkUse(name)
    try DomainRemoval.remove(name)
  }

  private func checkUse(_ name: DomainName) throws {
    let url = DomainDirectory.url(of: name)
    if let mount = MountRegistry.lingering().first(where: {
      ($0.store == nil || $0.isOf(url.path)) && $0.domain == name.string
    }) {
      guard mount.isGone || MountTable.all().contains(where: { $0.mountpoint == mount.mountpoint }) else {
        throw CommandFailure(
          "domain “\(name)”",
          "its mount on \(mount.mountpoint) was detached, but a program has files on it open, or another mount namespace still has it",
          remedy: "close the files, or end process \(mount.process), which serves the mount")
      }
      throw CommandFailure(
        "domain “\(name)”", "mounted on \(mount.mountpoint)",
        remedy: "unmount it first: \(HostProgram.current.name) unmount \(mount.mountpoint)")
    }
    if DomainUse.isInUse(url) { throw DomainUse.inUse(name) }
  }

  private func contents(of name: DomainName) -> String {
    guard let store = try? DomainDirectory.open(name),
      let count = try? store.readCommitted({ (reader) throws(StoreError) in
        try LogReader(reader).count(of: .everything)
      })
    else { return "everything in it" }
    let losses = losses(in: store)
    return HumanText.items(count) + (losses.isEmpty ? "" : ", including \(losses)")
  }

  /// Prints the losses, without a question.
  private func printLosses(of name: DomainName) {
    guard let store = try? DomainDirectory.open(name) else { return }
    let losses = losses(in: store)
    if !losses.isEmpty { Console.say("domain “\(name)”: removed with \(losses)") }
  }

  /// What is nowhere else, if the domain has a provider.
  private func losses(in store: ItemStore) -> String {
    do {
      guard try store.readCommitted({ (reader) throws(StoreError) in try reader.setting("provider") }) != nil else {
        return ""
      }
      try store.notePendingChanges()
      let (waiting, kept) = try store.readCommitted { (reader) throws(StoreError) in
        try WaitingReader(reader).onlyHere()
      }
      return Self.losses(waiting: waiting, kept: kept)
    } catch { return "" }
  }

  /// In the middle of a sentence.
  static func losses(waiting: Int64, kept: Int64) -> String {
    var parts: [String] = []
    if waiting > 0 {
      parts.append("\(HumanText.count(waiting)) change\(waiting == 1 ? "" : "s") not uploaded yet")
    }
    if kept > 0 {
      parts.append(
        "\(HumanText.items(kept)) that \(kept == 1 ? "exists" : "exist") in whole or in part only on this machine")
    }
    return parts.joined(separator: " and ")
  }
}
