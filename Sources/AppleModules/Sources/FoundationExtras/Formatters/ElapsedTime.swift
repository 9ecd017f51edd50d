import Foundation

/// A unit that a ``DateComponentsFormatter`` shows, from the largest, under the name that CLDR gives it.
enum ElapsedUnit: CaseIterable {
  case year
  case month
  case week
  case day
  case hour
  case minute
  case second

  var component: Calendar.Component {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  var flag: NSCalendar.Unit {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  /// Whether a clock shows it.
  var isOfClock: Bool { self == .hour || self == .minute || self == .second }

  func isSet(in components: DateComponents) -> Bool { components.value(for: component) != nil }
}

/// The time between two dates, counted in units.
struct ElapsedTime {
  struct Amount: Equatable {
    var unit: ElapsedUnit
    var value: Int
  }

  let calendar: Calendar
  let start: Date
  /// Not before `start`.
  var end: Date
  /// From the largest.
  var units: [ElapsedUnit]

  /// The amounts that are shown, from the largest unit.
  func shown(
    dropping zeros: DateComponentsFormatter.ZeroFormattingBehavior, atMost count: Int, collapsing: Bool
  ) -> [Amount] {
    var time = self
    if collapsing { time.collapse() }
    let shown = time.amounts(dropping: zeros)
    guard count > 0, shown.count > count else { return shown }
    time.round(to: shown[count - 1].unit)
    return Array(time.amounts(dropping: zeros).prefix(count))
  }

  private var amounts: [Amount] {
    let components = calendar.dateComponents(Set(units.map(\.component)), from: start, to: end)
    return units.map { Amount(unit: $0, value: components.value(for: $0.component) ?? 0) }
  }

  private func amounts(dropping zeros: DateComponentsFormatter.ZeroFormattingBehavior) -> [Amount] {
    let all = amounts
    guard let last = all.last else { return [] }
    // Nothing but zeros: the unit that was counted most closely.
    guard let first = all.firstIndex(where: { $0.value != 0 }), let end = all.lastIndex(where: { $0.value != 0 })
    else { return zeros.contains(.dropLeading) || zeros.contains(.dropTrailing) ? [last] : all }
    return all.indices.filter { index in
      if index < first { return !zeros.contains(.dropLeading) }
      if index > end { return !zeros.contains(.dropTrailing) }
      return all[index].value != 0 || !zeros.contains(.dropMiddle)
    }.map { all[$0] }
  }

  /// Counts a single one of the largest unit in the units below, when there is more than it.
  private mutating func collapse() {
    let counted = amounts.drop { $0.value == 0 }
    guard counted.first?.value == 1, counted.dropFirst().contains(where: { $0.value != 0 }) else { return }
    units = counted.dropFirst().map(\.unit)
  }

  /// Leaves out the units below one, and rounds it.
  private mutating func round(to unit: ElapsedUnit) {
    let closer = units
    units = Array(units.prefix { $0 != unit }) + [unit]
    var whole = DateComponents()
    for amount in amounts { whole.setValue(amount.value, for: amount.unit.component) }
    guard closer != units, let before = calendar.date(byAdding: whole, to: start),
      let after = calendar.date(byAdding: unit.component, value: 1, to: before)
    else { return }
    end = end.timeIntervalSince(before) * 2 < after.timeIntervalSince(before) ? before : after
  }
}
