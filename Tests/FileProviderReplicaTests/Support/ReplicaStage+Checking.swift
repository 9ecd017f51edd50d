@testable import FileProviderStore
import FileProviderTesting
import Logging

extension ReplicaStage {
  /// What is wrong with the store; nothing, whatever a provider did. The replica is stopped.
  func findings() throws -> [String] {
    var findings: [String] = []
    try StoreCheck.run(storeIn: directory, StoreCheck.Options()) { finding in
      if finding.state == .left { findings.append("\(finding)") }
    }
    return try findings + callsThatDisagree()
  }

  /// Where `pending` and `calls` disagree.
  private func callsThatDisagree() throws -> [String] {
    try store.readCommitted { (reader) throws(StoreError) in
      let unnoted = try reader.numbers(
        reader.statement(
          """
          SELECT item FROM pending p WHERE sent <> 0
            AND NOT EXISTS (SELECT 1 FROM calls WHERE item = p.item AND under_way AND fields & p.sent = p.sent)
          """))
      let unanswered = try reader.numbers(
        reader.statement(
          """
          SELECT item FROM calls c WHERE under_way AND NOT EXISTS (SELECT 1 FROM pending WHERE item = c.item AND state = 1)
          """))
      let forgotten = try reader.numbers(
        reader.statement(
          """
          SELECT item FROM calls c WHERE operation NOT IN (3, 4) AND NOT EXISTS (SELECT 1 FROM pending WHERE item = c.item AND state <> 4)
          """))
      return unnoted.map { "what was sent of \($0) is in no call" }
        + unanswered.map { "no answer to the call on \($0) is awaited" }
        + forgotten.map { "nobody asks what became of the call on \($0)" }
    }
  }

  /// How often something of an item was logged for the user.
  ///
  /// - Parameter item: Its identifier, or `name=` and its name; nothing for any.
  func logged(_ what: String, _ item: String = "") -> Int {
    log.messages(.notice).count {
      $0.contains(what)
        && ($0 + " ").contains(item.isEmpty ? "" : item.contains("=") ? item + " " : "identifier=\(item) ")
    }
  }

  /// Has the provider forget what changed, so that everything is listed again.
  func expireAnchors() {
    // Forgetting what nobody asks for would change nothing.
    tree.put(MemoryItem("passing"))
    tree.remove("passing")
    tree.forgetHistory()
  }
}
