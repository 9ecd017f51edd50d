/// The report for people when two builds are compared: a line a measure.
enum PairTable {
  static let legend = """
    Medians. 'time' and 'cpu time' are ours over the other build's: the median of the pairs' ratios, with the interval that holds it with
    95 % probability. 'MISSED' is a time whose interval is wholly above \(PairedRatio.limit), 'gained' one that is wholly below its reciprocal.
    """

  static var header: String {
    let figures = ["other", "ours", "time", "", "other cpu s", "ours cpu s", "cpu time", ""]
    return line(title: "", unit: "", figures: figures, verdict: "")
  }

  static func rendering(_ row: Row, _ results: Results) -> String {
    let measures = row.measures.map { rendering($0, results) }
    return (["", "\(row.name): \(row.about)"] + measures).joined(separator: "\n")
  }

  private static func rendering(_ measure: Measure, _ results: Results) -> String {
    let time = results.pairedTime(of: measure)
    let processor = results.pairedProcessorTime(of: measure)
    let medians = [Contestant.other, .ours].map { number(results.median(of: measure, for: $0)) }
    let seconds = [Contestant.other, .ours].map { number(results.processorTime(of: measure, for: $0)?.median) }
    return line(
      title: "  \(measure.title)", unit: measure.unit.rawValue,
      figures: medians + figures(time) + seconds + figures(processor),
      verdict: time?.isMiss == true ? "MISSED" : time?.isGain == true ? "gained" : "")
  }

  private static func figures(_ ratio: PairedRatio?) -> [String] {
    guard let ratio else { return ["-", ""] }
    let interval = ratio.low.flatMap { low in ratio.high.map { "\(Format.number(low))–\(Format.number($0))" } }
    return [Format.number(ratio.median), interval ?? ""]
  }

  private static func number(_ value: Double?) -> String { value.map(Format.number) ?? "-" }

  private static func line(title: String, unit: String, figures: [String], verdict: String) -> String {
    Table.line(title: title, unit: unit, figures: figures, ratios: [], verdict: verdict)
  }
}
