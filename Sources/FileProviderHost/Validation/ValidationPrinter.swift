import FileProviderProgram
import FileProviderValidation

/// Prints what a check of a provider found.
struct ValidationPrinter {
  let writer = ByteWriter()

  // MARK: Text

  func print(_ report: ValidationReport) throws {
    let width = report.results.map(\.rule.id.count).max() ?? 0
    for result in report.results { try print(result, width) }
    let counts = [
      "\(report.count(.passed)) passed", "\(report.count(.violated)) violated",
      "\(report.count(.notApplicable)) not applicable",
    ]
    try writer.append("\n\(counts.joined(separator: ", "))\n")
    try writer.flush()
  }

  private func print(_ result: RuleResult, _ width: Int) throws {
    let verdict =
      switch result.verdict {
      case .passed: "passed        "
      case .violated: "VIOLATED      "
      case .notApplicable: "not applicable"
      }
    let rule = result.rule
    let name = rule.id + String(repeating: " ", count: width - rule.id.count)
    try writer.append("\(verdict)  \(name)  \(rule.sentence)\n")
    let margin = String(repeating: " ", count: 16)
    if let reason = result.reason { try line(margin + "why   " + reason) }
    guard result.verdict == .violated else { return }
    for seen in result.seen { try line(margin + "seen  " + seen) }
    try line(margin + "do    " + rule.advice)
    try line(margin + "read  " + rule.documentation)
  }

  private func line(_ text: String) throws { try writer.append(Console.oneLine(text) + "\n") }

  /// Prints the rules alone.
  func print(_ rules: [ConformanceRule]) throws {
    let width = rules.map(\.id.count).max() ?? 0
    for rule in rules {
      try writer.append(rule.id + String(repeating: " ", count: width - rule.id.count) + "  \(rule.sentence)\n")
    }
    try writer.flush()
  }

  // MARK: For scripts

  func printJSON(_ report: ValidationReport) throws {
    for result in report.results {
      var object = try JSONObject(writer)
      try add(result.rule, to: &object)
      try object.add("verdict", result.verdict.rawValue)
      try object.add("reason", result.reason)
      try object.add("seen", result.seen)
      try end(object)
    }
    var object = try JSONObject(writer)
    try object.add("passed", Int64(report.count(.passed)))
    try object.add("violated", Int64(report.count(.violated)))
    try object.add("notApplicable", Int64(report.count(.notApplicable)))
    try object.add("interrupted", report.isInterrupted)
    try object.add("obstacle", report.obstacle)
    try object.add("leftover", report.leftover)
    try end(object)
    try writer.flush()
  }

  func printJSON(_ rules: [ConformanceRule]) throws {
    for rule in rules {
      var object = try JSONObject(writer)
      try add(rule, to: &object)
      try end(object)
    }
    try writer.flush()
  }

  private func add(_ rule: ConformanceRule, to object: inout JSONObject) throws {
    try object.add("rule", rule.id)
    try object.add("subject", rule.subject)
    try object.add("sentence", rule.sentence)
    try object.add("advice", rule.advice)
    try object.add("documentation", rule.documentation)
    try object.add("changesItems", rule.changesItems)
  }

  private func end(_ object: consuming JSONObject) throws {
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }
}
