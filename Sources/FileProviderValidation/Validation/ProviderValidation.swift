public import FileProviderInterface
import Foundation

/// Checks a provider against the documented contract, by calling it as the system does.
///
/// Everything is done in one folder that it makes in the domain's root and removes at the end. A provider is checked as it is: no mount
/// and no store is needed.
///
/// ```swift
/// let report = try ProviderValidation(MyExtension(domain: domain), domain: domain).run()
/// #expect(report.isConformant)
/// ```
public struct ProviderValidation {
  private let provider: any NSFileProviderReplicatedExtension
  private let domain: NSFileProviderDomain
  private let options: ValidationOptions

  /// - Parameters:
  ///   - provider: The provider. It is not invalidated at the end.
  ///   - domain: The domain that it was made for.
  public init(
    _ provider: any NSFileProviderReplicatedExtension, domain: NSFileProviderDomain,
    options: ValidationOptions = ValidationOptions()
  ) {
    self.provider = provider
    self.domain = domain
    self.options = options
  }

  /// Checks all rules. Takes the thread until it is done; a provider that answers on the main queue needs the main thread free.
  ///
  /// - Throws: When there is no place for temporary files.
  public func run() throws -> ValidationReport {
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("fileprovider-validate-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let stage = ValidationStage(provider, domain, options, scratch: scratch)
    var report = ValidationReport()
    var outcomes: [RuleResult?] = []
    let checks = CheckList.checks
    do {
      report.obstacle = try stage.obstacle()
      for (index, check) in checks.enumerated() {
        options.onProgress(check.rule, index, checks.count)
        outcomes.append(try Self.outcome(of: check, on: stage))
      }
    } catch { report.isInterrupted = true }
    if stage.cleanUp() { report.leftover = stage.name }
    // What is looked at during all calls is known only now.
    report.results = zip(checks, outcomes).map { check, outcome in
      outcome ?? Self.observed(check.rule, stage.caller.ledger)
    }
    return report
  }

  /// - Returns: `nil` for a rule that is looked at during all calls.
  private static func outcome(of check: RuleCheck, on stage: ValidationStage) throws -> RuleResult? {
    guard let perform = check.perform else { return nil }
    func result(_ verdict: RuleResult.Verdict, reason: String? = nil, seen: [String] = []) -> RuleResult {
      RuleResult(rule: check.rule, verdict: verdict, reason: reason, seen: seen)
    }
    do {
      try perform(stage)
      return result(.passed)
    } catch let violation as Violation {
      return result(.violated, seen: [violation.seen])
    } catch let unmet as Unmet {
      return result(.notApplicable, reason: unmet.reason)
    } catch let refusal as Refusal {
      return result(.notApplicable, reason: refusal.reason)
    } catch let interrupted as Interrupted {
      throw interrupted
    } catch {
      return result(.notApplicable, reason: "could not be checked: \(error)")
    }
  }

  private static func observed(_ rule: ConformanceRule, _ ledger: Ledger) -> RuleResult {
    guard let breaches = ledger.breaches(of: rule) else {
      return RuleResult(rule: rule, verdict: .notApplicable, reason: "no relevant call was observed", seen: [])
    }
    return RuleResult(rule: rule, verdict: breaches.isEmpty ? .passed : .violated, reason: nil, seen: breaches)
  }
}
