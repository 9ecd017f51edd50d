import Synchronization

/// Which of the rules that are looked at during all calls were looked at, and the breaches that were seen. Written to from any thread.
final class Ledger: Sendable {
  private let findings = Mutex<[String: [String]]>([:])
  private static let mostFindings = 5

  /// Notes that a rule was looked at, and a breach if there was one.
  func note(_ rule: ConformanceRule, _ breach: String? = nil) {
    findings.withLock { findings in
      var seen = findings[rule.id] ?? []
      if let breach, seen.count < Self.mostFindings, !seen.contains(breach) { seen.append(breach) }
      findings[rule.id] = seen
    }
  }

  /// - Returns: `nil` for a rule that was not looked at.
  func breaches(of rule: ConformanceRule) -> [String]? { findings.withLock { $0[rule.id] } }
}
