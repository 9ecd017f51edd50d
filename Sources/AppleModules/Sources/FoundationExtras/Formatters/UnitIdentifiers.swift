import Foundation

/// What CLDR calls Foundation's units (https://unicode.org/reports/tr35/tr35-general.html#Unit_Identifiers).
///
/// Left out are units that CLDR has no words for, such as nibbles, slugs and electric charges: they are shown by their symbol.
enum UnitIdentifiers {
  static func of(_ unit: Unit) -> String? { all[Key(unit)] }

  /// A symbol alone is not enough: several kinds have a `c` or a `g`, and two gallons make two `mpg`.
  private struct Key: Hashable {
    let kind: ObjectIdentifier
    let symbol: String
    let inBaseUnits: Double?

    init(_ unit: Unit) {
      kind = ObjectIdentifier(type(of: unit))
      symbol = unit.symbol
      inBaseUnits = (unit as? Dimension)?.converter.baseUnitValue(fromValue: 1)
    }
  }

  private static let all: [Key: String] = {
    let tables = [everyday, energy, electricity, others, lengths, masses, information, areas, volumes]
    return Dictionary(tables.joined().map { (Key($0.0), $0.1) }, uniquingKeysWith: { first, _ in first })
  }()

  static let everyday: [(Dimension, String)] = [
    (UnitDuration.hours, "hour"), (UnitDuration.minutes, "minute"), (UnitDuration.seconds, "second"),
    (UnitDuration.milliseconds, "millisecond"), (UnitDuration.microseconds, "microsecond"),
    (UnitDuration.nanoseconds, "nanosecond"), (UnitDuration.picoseconds, "picosecond"),
    (UnitTemperature.kelvin, "kelvin"), (UnitTemperature.celsius, "celsius"),
    (UnitTemperature.fahrenheit, "fahrenheit"),
    (UnitSpeed.metersPerSecond, "meter-per-second"), (UnitSpeed.kilometersPerHour, "kilometer-per-hour"),
    (UnitSpeed.milesPerHour, "mile-per-hour"), (UnitSpeed.knots, "knot"),
    (UnitAngle.degrees, "degree"), (UnitAngle.arcMinutes, "arc-minute"), (UnitAngle.arcSeconds, "arc-second"),
    (UnitAngle.radians, "radian"), (UnitAngle.revolutions, "revolution"),
    (UnitFuelEfficiency.litersPer100Kilometers, "liter-per-100-kilometer"),
    (UnitFuelEfficiency.milesPerGallon, "mile-per-gallon"),
    (UnitFuelEfficiency.milesPerImperialGallon, "mile-per-gallon-imperial"),
  ]

  static let energy: [(Dimension, String)] = [
    (UnitEnergy.kilojoules, "kilojoule"), (UnitEnergy.joules, "joule"), (UnitEnergy.kilocalories, "kilocalorie"),
    (UnitEnergy.calories, "calorie"), (UnitEnergy.kilowattHours, "kilowatt-hour"),
    (UnitPower.terawatts, "terawatt"), (UnitPower.gigawatts, "gigawatt"), (UnitPower.megawatts, "megawatt"),
    (UnitPower.kilowatts, "kilowatt"), (UnitPower.watts, "watt"), (UnitPower.milliwatts, "milliwatt"),
    (UnitPower.microwatts, "microwatt"), (UnitPower.nanowatts, "nanowatt"), (UnitPower.picowatts, "picowatt"),
    (UnitPower.femtowatts, "femtowatt"), (UnitPower.horsepower, "horsepower"),
    (UnitPressure.newtonsPerMetersSquared, "newton-per-square-meter"), (UnitPressure.gigapascals, "gigapascal"),
    (UnitPressure.megapascals, "megapascal"), (UnitPressure.kilopascals, "kilopascal"),
    (UnitPressure.hectopascals, "hectopascal"), (UnitPressure.inchesOfMercury, "inch-ofhg"),
    (UnitPressure.bars, "bar"), (UnitPressure.millibars, "millibar"),
    (UnitPressure.millimetersOfMercury, "millimeter-ofhg"),
    (UnitPressure.poundsForcePerSquareInch, "pound-force-per-square-inch"),
  ]

  static let electricity: [(Dimension, String)] = [
    (UnitElectricCurrent.megaamperes, "megaampere"), (UnitElectricCurrent.kiloamperes, "kiloampere"),
    (UnitElectricCurrent.amperes, "ampere"), (UnitElectricCurrent.milliamperes, "milliampere"),
    (UnitElectricCurrent.microamperes, "microampere"),
    (UnitElectricPotentialDifference.megavolts, "megavolt"),
    (UnitElectricPotentialDifference.kilovolts, "kilovolt"), (UnitElectricPotentialDifference.volts, "volt"),
    (UnitElectricPotentialDifference.millivolts, "millivolt"),
    (UnitElectricPotentialDifference.microvolts, "microvolt"),
    (UnitElectricResistance.megaohms, "megaohm"), (UnitElectricResistance.kiloohms, "kiloohm"),
    (UnitElectricResistance.ohms, "ohm"), (UnitElectricResistance.milliohms, "milliohm"),
    (UnitElectricResistance.microohms, "microohm"),
  ]

  static let others: [(Dimension, String)] = [
    (UnitFrequency.terahertz, "terahertz"), (UnitFrequency.gigahertz, "gigahertz"),
    (UnitFrequency.megahertz, "megahertz"), (UnitFrequency.kilohertz, "kilohertz"), (UnitFrequency.hertz, "hertz"),
    (UnitFrequency.millihertz, "millihertz"), (UnitFrequency.microhertz, "microhertz"),
    (UnitFrequency.nanohertz, "nanohertz"),
    (UnitAcceleration.metersPerSecondSquared, "meter-per-square-second"), (UnitAcceleration.gravity, "g-force"),
    (UnitConcentrationMass.gramsPerLiter, "gram-per-liter"),
    (UnitConcentrationMass.milligramsPerDeciliter, "milligram-per-deciliter"),
    (UnitDispersion.partsPerMillion, "permillion"), (UnitIlluminance.lux, "lux"),
  ]
}
