import FileProviderStore
import FileProviderTesting
import Logging

extension ReplicaStage {
  /// What is wrong with the store; nothing, whatever a provider did. The replica is stopped.
  func findings() throws -> [String] {
    var findings: [String] = []
    try StoreCheck.run(storeIn: directory, StoreCheck.Options()) { finding in
      if finding.state == .left { findings.append("\(finding)") }
    }
    return findings
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
