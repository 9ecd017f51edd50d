/// How much longer ours takes than another build: the median of the ratios of pairs of runs.
struct PairedRatio: Encodable {
  /// An interval wholly above this is a miss.
  static let limit = 1.05
  /// With which probability the interval holds the median, at least.
  private static let confidence = 0.95

  let pairs: Int
  let median: Double
  /// The ends of the interval; `nil` for fewer than six pairs, which cannot tell.
  let low: Double?
  let high: Double?

  /// - Parameters:
  ///   - ours: Of each pair.
  ///   - other: Of each pair, in the same order.
  init?(ours: Samples?, other: Samples?) {
    let pairs = zip(ours?.values ?? [], other?.values ?? []).filter { $0 > 0 && $1 > 0 }
    let ratios = Samples(values: pairs.map { $0 / $1 })
    guard let median = ratios.median else { return nil }
    self.pairs = pairs.count
    self.median = median
    let sorted = ratios.values.sorted()
    let rank = Self.rank(of: sorted.count)
    low = rank.map { sorted[$0] }
    high = rank.map { sorted[sorted.count - 1 - $0] }
  }

  /// How many of the smallest and of the largest ratios are outside the interval. It supposes nothing of how they are distributed: that
  /// the true median lies below the smallest but `k` is as likely as at most `k` heads of so many coins.
  private static func rank(of count: Int) -> Int? {
    var tail = 0.0
    var probability = 1.0
    for _ in 0..<count { probability /= 2 }
    var rank: Int?
    for heads in 0...count / 2 {
      tail += probability
      if 2 * tail > 1 - confidence { break }
      rank = heads
      probability *= Double(count - heads) / Double(heads + 1)
    }
    return rank
  }

  var isMiss: Bool { low.map { $0 > Self.limit } ?? false }
  var isGain: Bool { high.map { $0 < 1 / Self.limit } ?? false }
}

extension Results {
  /// Of what a measure says: time against time, also of what is given as a rate.
  func pairedTime(of measure: Measure) -> PairedRatio? {
    let (ours, other) = (samples(of: measure, for: .ours), samples(of: measure, for: .other))
    return measure.unit.isRate ? PairedRatio(ours: other, other: ours) : PairedRatio(ours: ours, other: other)
  }

  func pairedProcessorTime(of measure: Measure) -> PairedRatio? {
    PairedRatio(ours: processorTime(of: measure, for: .ours), other: processorTime(of: measure, for: .other))
  }
}
