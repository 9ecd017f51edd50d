import Foundation

/// The report for programs: every sample, so that runs can be compared later. Fields are only ever added.
struct JSONReport: Encodable {
  struct Figure: Encodable {
    let median: Double
    let samples: [Double]
  }

  struct TargetReport: Encodable {
    let text: String
    let met: Bool?
  }

  struct MeasureReport: Encodable {
    let row: String
    let measure: String
    let title: String
    let unit: String
    let figures: [String: Figure]
    let targets: [TargetReport]
    /// Seconds of processor time, where it was measured.
    let processor: [String: Figure]
    /// Our time as a multiple of the other build's.
    let time: PairedRatio?
    let processorTime: PairedRatio?
  }

  let version = 1
  let items: Int
  let runs: Int
  let system: String
  let processors: Int
  let measures: [MeasureReport]
  let remarks: [String]

  init(rows: [Row], results: Results, options: Options) {
    items = options.items
    runs = options.runs
    system = ProcessInfo.processInfo.operatingSystemVersionString
    processors = ProcessInfo.processInfo.processorCount
    remarks = results.remarks
    measures = rows.flatMap { row in
      row.measures.map { measure in
        return MeasureReport(
          row: row.name, measure: measure.identifier, title: measure.title, unit: measure.unit.rawValue,
          figures: Self.figures { results.samples(of: measure, for: $0) },
          targets: measure.targets.map {
            TargetReport(text: $0.description, met: results.verdict(on: $0, of: measure))
          },
          processor: Self.figures { results.processorTime(of: measure, for: $0) },
          time: results.pairedTime(of: measure), processorTime: results.pairedProcessorTime(of: measure))
      }
    }
  }

  private static func figures(_ samples: (Contestant) -> Samples?) -> [String: Figure] {
    var figures: [String: Figure] = [:]
    for contestant in Contestant.allCases {
      guard let samples = samples(contestant), let median = samples.median else { continue }
      figures[contestant.rawValue] = Figure(median: median, samples: samples.values)
    }
    return figures
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
