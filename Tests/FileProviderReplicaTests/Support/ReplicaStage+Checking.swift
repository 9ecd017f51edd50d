import FileProviderStore

extension ReplicaStage {
  /// What is wrong with the store; nothing, whatever a provider did. The replica is stopped.
  func findings() throws -> [String] {
    var findings: [String] = []
    try StoreCheck.run(storeIn: directory, StoreCheck.Options()) { finding in
      if finding.state == .left { findings.append("\(finding)") }
    }
    return findings
  }
}
