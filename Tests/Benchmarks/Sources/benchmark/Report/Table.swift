/// The report for people. Two lines a measure: the medians with their ratios and the target, and the spreads below them.
struct Table {
  private static let titleWidth = 46
  private static let unitWidth = 6
  private static let figureWidth = 13
  private static let ratioWidth = 8

  static let legend = """
    Medians; the smallest and largest run below them. Ratios are our figure over theirs.
    '-' was not measured; 'ok' or 'MISSED' is said of each target that could be judged.
    """

  static var header: String {
    line(
      title: "", unit: "", figures: Contestant.usual.map(\.rawValue),
      ratios: ["/null", "/plain", "/bindfs"], verdict: "target")
  }

  static func rendering(_ row: Row, _ results: Results) -> String {
    var lines = ["", "\(row.name): \(row.about)"]
    for measure in row.measures {
      lines += rendering(measure, results)
    }
    return lines.joined(separator: "\n")
  }

  private static func rendering(_ measure: Measure, _ results: Results) -> [String] {
    let medians = Contestant.usual.map { results.median(of: measure, for: $0).map(Format.number) ?? "-" }
    let ratios = [Contestant.null, .plain, .bindfs].map {
      results.ratio(of: measure, to: $0).map(Format.number) ?? "-"
    }
    let verdict = measure.targets.map { target in
      let mark =
        switch results.verdict(on: target, of: measure) {
        case true?: " ok"
        case false?: " MISSED"
        case nil: ""
        }
      return target.description + mark
    }
    let spreads = Contestant.usual.map { contestant -> String in
      guard let samples = results.samples(of: measure, for: contestant), samples.values.count > 1,
        let spread = samples.spread
      else { return "" }
      return "\(compact(spread.lowerBound))–\(compact(spread.upperBound))"
    }
    let first = line(
      title: "  \(measure.title)", unit: measure.unit.rawValue, figures: medians, ratios: ratios,
      verdict: verdict.joined(separator: ", "))
    guard spreads.contains(where: { !$0.isEmpty }) else { return [first] }
    return [first, line(title: "", unit: "", figures: spreads, ratios: [], verdict: "")]
  }

  private static func compact(_ value: Double) -> String {
    Format.number(value).filter { $0 != " " }
  }

  static func line(
    title: String, unit: String, figures: [String], ratios: [String], verdict: String
  ) -> String {
    var text = Format.padded(title, to: titleWidth) + Format.padded(unit, to: unitWidth)
    for figure in figures { text += Format.padded(figure, to: figureWidth, right: true) }
    for ratio in ratios { text += Format.padded(ratio, to: ratioWidth, right: true) }
    text += "  " + verdict
    while text.last == " " { text.removeLast() }
    return text
  }
}
