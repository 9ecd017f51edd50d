import FileProviderProgram

/// Prints conditions: a line each, or one JSON object.
struct ConditionPrinter {
  var conditions: [Condition]
  /// Whether the states are coloured.
  var hasColor = false

  var isHealthy: Bool { !conditions.contains { $0.state == .problem } }

  func writeText(to writer: ByteWriter) throws {
    let width = conditions.map(\.name.count).max() ?? 0
    for condition in conditions {
      let remedy = condition.remedy.map { "; \($0)" } ?? ""
      let line = "\(condition.name.padded(to: width))  \(condition.finding)\(remedy)"
      try writer.append("\(styled(condition.state))  \(Console.oneLine(line))\n")
    }
  }

  private func styled(_ state: Condition.State) -> String {
    let text = state.rawValue.padded(to: Condition.State.problem.rawValue.count)
    guard hasColor else { return text }
    let color =
      switch state {
      case .ok: 32
      case .warning: 33
      case .problem: 31
      }
    return "\u{1B}[\(color)m\(text)\u{1B}[0m"
  }

  func writeJSON(to writer: ByteWriter) throws {
    var object = try JSONObject(writer)
    try object.add("version", Int64(1))
    try object.add("healthy", isHealthy)
    try object.add("conditions") { writer in
      try writer.append(UInt8(ascii: "["))
      for (index, condition) in conditions.enumerated() {
        if index > 0 { try writer.append(UInt8(ascii: ",")) }
        var member = try JSONObject(writer)
        try member.add("name", condition.name)
        try member.add("state", condition.state.rawValue)
        try member.add("finding", condition.finding)
        try member.add("remedy", condition.remedy)
        try member.end()
      }
      try writer.append(UInt8(ascii: "]"))
    }
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }
}
