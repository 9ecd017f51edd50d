import FileProviderProgram

/// Samples of metrics, written in the text format of OpenMetrics 1.0 (“Text Format”): all samples of a metric together, after what describes it.
struct MetricSet {
  typealias Labels = KeyValuePairs<String, String>

  /// What is written of each sample after the metric's name.
  private var samples: [Metric: [String]] = [:]

  mutating func add(_ metric: Metric, _ value: Int64, _ labels: Labels) {
    samples[metric, default: []].append(Self.text(labels) + " \(value)")
  }

  /// - Parameter time: In microseconds since 1970; nothing is added for `nil`.
  mutating func add(_ metric: Metric, microseconds time: Int64?, _ labels: Labels) {
    guard let time else { return }
    let fraction = String(time.magnitude % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    samples[metric, default: []].append(
      Self.text(labels) + " \(time < 0 ? "-" : "")\(time.magnitude / 1_000_000).\(zeros)\(fraction)")
  }

  func write(to writer: ByteWriter) throws {
    for metric in Metric.allCases {
      guard let samples = samples[metric] else { continue }
      let name = "fileprovider_" + metric.rawValue
      try writer.append("# TYPE \(name) \(metric.kind.rawValue)\n")
      if let unit = metric.unit { try writer.append("# UNIT \(name) \(unit)\n") }
      try writer.append("# HELP \(name) \(metric.help)\n")
      let suffix = metric.kind == .counter ? "_total" : ""
      for sample in samples { try writer.append("\(name)\(suffix)\(sample)\n") }
    }
    try writer.append("# EOF\n")
  }

  private static func text(_ labels: Labels) -> String {
    "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
