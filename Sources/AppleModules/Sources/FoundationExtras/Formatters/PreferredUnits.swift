import Foundation

/// The units that people of a region measure with.
struct PreferredUnits {
  var locale: Locale

  /// A measurement in the unit that a ``MeasurementFormatter`` shows it in.
  func measurement(
    _ given: Measurement<Dimension>, options: MeasurementFormatter.UnitOptions
  ) -> Measurement<Dimension> {
    if options.contains(.providedUnit) { return given }
    if options.contains(.naturalScale) {
      let choices = scale(of: given.unit).map { given.converted(to: $0) }
      // Nothing fits any unit: the given one does, when it is one of them.
      let zero = choices.first { given.value == 0 && $0.unit.symbol == given.unit.symbol }
      return choices.first { abs($0.value) >= 1 } ?? zero ?? choices.last ?? given
    }
    return preferred(to: given.unit).map { given.converted(to: $0) } ?? given
  }

  private var isMetric: Bool { locale.measurementSystem == .metric }

  private func preferred(to unit: Dimension) -> Dimension? {
    switch unit {
    case is UnitLength: isMetric ? UnitLength.kilometers : UnitLength.miles
    case is UnitMass: isMetric ? UnitMass.kilograms : UnitMass.pounds
    case is UnitSpeed: isMetric ? UnitSpeed.kilometersPerHour : UnitSpeed.milesPerHour
    case is UnitTemperature: usesFahrenheit ? UnitTemperature.fahrenheit : UnitTemperature.celsius
    default: nil
    }
  }

  /// The units of a kind, from the largest.
  private func scale(of unit: Dimension) -> [Dimension] {
    switch unit {
    case is UnitLength:
      isMetric
        ? [UnitLength.kilometers, UnitLength.meters, UnitLength.centimeters, UnitLength.millimeters]
        : [UnitLength.miles, UnitLength.feet, UnitLength.inches]
    case is UnitMass:
      isMetric
        ? [UnitMass.metricTons, UnitMass.kilograms, UnitMass.grams, UnitMass.milligrams, UnitMass.micrograms]
        : [UnitMass.shortTons, UnitMass.pounds, UnitMass.ounces]
    case is UnitArea:
      isMetric
        ? [UnitArea.squareKilometers, UnitArea.hectares, UnitArea.squareMeters, UnitArea.squareCentimeters]
        : [UnitArea.squareMiles, UnitArea.acres, UnitArea.squareFeet, UnitArea.squareInches]
    case is UnitVolume: volumes
    case is UnitDuration:
      [UnitDuration.hours, UnitDuration.minutes, UnitDuration.seconds, UnitDuration.milliseconds]
    case is UnitInformationStorage:
      [
        UnitInformationStorage.petabytes, UnitInformationStorage.terabytes, UnitInformationStorage.gigabytes,
        UnitInformationStorage.megabytes, UnitInformationStorage.kilobytes, UnitInformationStorage.bytes,
      ]
    case is UnitPower: [UnitPower.gigawatts, UnitPower.megawatts, UnitPower.kilowatts, UnitPower.watts]
    case is UnitFrequency:
      [UnitFrequency.gigahertz, UnitFrequency.megahertz, UnitFrequency.kilohertz, UnitFrequency.hertz]
    default: preferred(to: unit).map { [$0] } ?? []
    }
  }

  private var volumes: [Dimension] {
    switch locale.measurementSystem {
    case .us: [UnitVolume.gallons, UnitVolume.quarts, UnitVolume.pints, UnitVolume.cups, UnitVolume.fluidOunces]
    case .uk: [UnitVolume.imperialGallons, UnitVolume.imperialFluidOunces]
    default: [UnitVolume.liters, UnitVolume.milliliters]
    }
  }

  /// Where Fahrenheit is used although other quantities are metric: CLDR's preferences for temperatures.
  private var usesFahrenheit: Bool {
    let others = ["BS", "BZ", "KY", "PR", "PW"]
    return locale.measurementSystem == .us || others.contains(locale.region?.identifier ?? "")
  }
}
