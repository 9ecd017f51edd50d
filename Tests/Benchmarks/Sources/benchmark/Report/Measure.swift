/// Who is measured.
enum Contestant: String, CaseIterable {
  case ours, null, plain, bindfs
  /// Another build of ours; see `--against`.
  case other

  /// Who is in a run that compares no builds.
  static let usual: [Contestant] = [.ours, .null, .plain, .bindfs]
}

enum Unit: String {
  case microseconds = "µs"
  case milliseconds = "ms"
  case perSecond = "/s"
  case mebibytes = "MiB"
  case mebibytesPerSecond = "MiB/s"
  case each = "each"
  case times = "×"

  /// Whether more is better.
  var isRate: Bool { self == .perSecond || self == .mebibytesPerSecond }
}

/// One line of the report: a figure for each contestant, and what ours should be.
struct Measure: Hashable {
  let identifier: String
  let title: String
  let unit: Unit
  let targets: [Target]

  init(_ identifier: String, _ title: String, _ unit: Unit, _ targets: Target...) {
    self.identifier = identifier
    self.title = title
    self.unit = unit
    self.targets = targets
  }
}

/// A threshold of the page “Goals”, compared with the median of our figures.
struct Target: Hashable {
  enum Bound: Hashable {
    case atMost, atLeast
  }

  /// What the factor multiplies; without a yardstick it is the limit itself, in the unit of the measure.
  enum Yardstick: Hashable {
    case contestant(Contestant)
    /// Our own figure of another measure of the same run.
    case measure(String)
  }

  let bound: Bound
  let factor: Double
  let yardstick: Yardstick?

  static func atMost(_ limit: Double) -> Target { Target(bound: .atMost, factor: limit, yardstick: nil) }
  static func atLeast(_ limit: Double) -> Target { Target(bound: .atLeast, factor: limit, yardstick: nil) }
  static func atMost(_ factor: Double, times contestant: Contestant) -> Target {
    Target(bound: .atMost, factor: factor, yardstick: .contestant(contestant))
  }
  static func atLeast(_ factor: Double, times contestant: Contestant) -> Target {
    Target(bound: .atLeast, factor: factor, yardstick: .contestant(contestant))
  }
  static func atMost(_ factor: Double, timesMeasure identifier: String) -> Target {
    Target(bound: .atMost, factor: factor, yardstick: .measure(identifier))
  }

  func isMet(by figure: Double, yardstick: Double) -> Bool {
    switch bound {
    case .atMost: figure <= factor * yardstick
    case .atLeast: figure >= factor * yardstick
    }
  }

  var description: String {
    let sign = bound == .atMost ? "≤" : "≥"
    let number = Format.number(factor)
    return switch yardstick {
    case nil: "\(sign) \(number)"
    case .contestant(let contestant): "\(sign) \(number) × \(contestant.rawValue)"
    case .measure(let identifier): "\(sign) \(number) × \(identifier)"
    }
  }
}
