/// What the runs of one contestant gave for one measure.
struct Samples {
  var values: [Double] = []

  var median: Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  var spread: ClosedRange<Double>? {
    guard let least = values.min(), let most = values.max() else { return nil }
    return least...most
  }
}

/// The nearest-rank percentile: a value that occurred.
func percentile<Value: Comparable>(_ rank: Double, of values: [Value]) -> Value? {
  guard !values.isEmpty else { return nil }
  let index = (rank / 100 * Double(values.count)).rounded(.up)
  return values.sorted()[min(max(Int(index) - 1, 0), values.count - 1)]
}

/// The samples of all rows measured so far, and remarks on what could not be measured.
struct Results {
  private var samples: [String: [Contestant: Samples]] = [:]
  /// Processor time, in seconds.
  private var processor: [String: [Contestant: Samples]] = [:]
  private(set) var remarks: [String] = []

  mutating func add(_ value: Double, to measure: Measure, for contestant: Contestant) {
    samples[measure.identifier, default: [:]][contestant, default: Samples()].values.append(value)
  }

  mutating func addProcessorTime(_ seconds: Double, to measure: Measure, for contestant: Contestant) {
    processor[measure.identifier, default: [:]][contestant, default: Samples()].values.append(seconds)
  }

  func processorTime(of measure: Measure, for contestant: Contestant) -> Samples? {
    processor[measure.identifier]?[contestant]
  }

  mutating func remark(_ text: String) {
    if !remarks.contains(text) { remarks.append(text) }
  }

  func samples(of measure: Measure, for contestant: Contestant) -> Samples? {
    samples[measure.identifier]?[contestant]
  }

  func median(of measure: Measure, for contestant: Contestant) -> Double? {
    samples(of: measure, for: contestant)?.median
  }

  /// Our figure as a multiple of another contestant's.
  func ratio(of measure: Measure, to contestant: Contestant) -> Double? {
    guard let ours = median(of: measure, for: .ours), let theirs = median(of: measure, for: contestant), theirs > 0
    else { return nil }
    return ours / theirs
  }

  /// Whether we reach it, or nil when one of the two figures is missing.
  func verdict(on target: Target, of measure: Measure) -> Bool? {
    let yardstick: Double? =
      switch target.yardstick {
      case nil: 1
      case .contestant(let contestant): median(of: measure, for: contestant)
      case .measure(let identifier): samples[identifier]?[.ours]?.median
      }
    guard let figure = median(of: measure, for: .ours), let yardstick else { return nil }
    return target.isMet(by: figure, yardstick: yardstick)
  }
}
