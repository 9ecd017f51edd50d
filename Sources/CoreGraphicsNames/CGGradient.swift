public import CoreFoundationNames
public import Foundation

/// Colours that go over into each other. Apple: Core Graphics / `CGGradient`.
public final class CGGradient: Sendable {
  /// Where each colour is, from 0 to 1, in order.
  private let stops: [(location: Double, color: SIMD4<Double>)]

  private init?(_ colors: [SIMD4<Double>], _ locations: UnsafePointer<CGFloat>?) {
    guard !colors.isEmpty else { return nil }
    let last = max(colors.count - 1, 1)
    let stops = colors.enumerated().map { index, color in
      (location: locations.map { Double($0[index]) } ?? Double(index) / Double(last), color: color)
    }
    // Colours in one place stay in the order in which they were given.
    self.stops = stops.enumerated().sorted { ($0.element.location, $0.offset) < ($1.element.location, $1.offset) }
      .map(\.element)
  }

  /// - Parameters:
  ///   - space: Without effect: colours are of sRGB.
  ///   - colors: The colours, each a `CGColor`.
  ///   - locations: Where each of them is, from 0 to 1; at even distances when nil.
  /// - Returns: `nil` without a colour, and for what is none.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    let values = colors.compactMap { ($0 as? CGColor)?.values }
    guard values.count == colors.count else { return nil }
    self.init(values, locations)
  }

  /// - Parameters:
  ///   - space: What the numbers of a colour mean.
  ///   - components: Red, green, blue and alpha of each colour.
  ///   - locations: Where each of them is, from 0 to 1; at even distances when nil.
  ///   - count: How many colours there are.
  /// - Returns: `nil` without a colour.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    guard count > 0 else { return nil }
    let values = (0..<count).map { index in
      CGColor(
        red: components[index * 4], green: components[index * 4 + 1], blue: components[index * 4 + 2],
        alpha: components[index * 4 + 3]
      ).values
    }
    self.init(values, locations)
  }

  /// The colour at a place from 0 to 1, which is between those of its neighbours.
  func color(at place: Double) -> SIMD4<Double> {
    guard let next = stops.firstIndex(where: { $0.location > place }) else { return stops[stops.count - 1].color }
    guard next > 0 else { return stops[0].color }
    let (before, after) = (stops[next - 1], stops[next])
    let share = (place - before.location) / (after.location - before.location)
    return before.color * (1 - share) + after.color * share
  }
}

/// How far a gradient is drawn. Apple: Core Graphics / `CGGradientDrawingOptions`.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// What lies before the start has the first colour.
  public static let drawsBeforeStartLocation = Self(rawValue: 1)
  /// What lies behind the end has the last colour.
  public static let drawsAfterEndLocation = Self(rawValue: 2)

  /// The place in the gradient for one on the way from its start to its end; `nil` where nothing is drawn.
  func place(_ way: Double) -> Double? {
    if way < 0, !contains(.drawsBeforeStartLocation) { return nil }
    if way > 1, !contains(.drawsAfterEndLocation) { return nil }
    return min(max(way, 0), 1)
  }
}
