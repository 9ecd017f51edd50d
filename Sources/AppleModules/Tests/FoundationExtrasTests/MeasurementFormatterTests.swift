import FoundationExtras
import Testing

/// Quantities and units as text: what macOS says in English.
@Suite struct MeasurementFormatterTests {
  private typealias Subject = FoundationExtras.MeasurementFormatter

  private func formatter(_ locale: String = "en_US", _ options: Subject.UnitOptions = .providedUnit) -> Subject {
    let formatter = Subject()
    formatter.locale = Locale(identifier: locale)
    formatter.unitOptions = options
    return formatter
  }

  /// In the three styles.
  private func texts(_ value: Double, _ unit: Dimension) -> [String] {
    let formatter = formatter()
    return [Foundation.Formatter.UnitStyle.short, .medium, .long].map {
      formatter.unitStyle = $0
      return formatter.string(from: Measurement(value: value, unit: unit))
    }
  }

  @Test(
    arguments: [
      (1, UnitLength.kilometers, ["1km", "1 km", "1 kilometer"]),
      (12_345.6789, UnitLength.kilometers, ["12,345.679km", "12,345.679 km", "12,345.679 kilometers"]),
      (6, UnitLength.feet, ["6′", "6 ft", "6 feet"]),
      (3, UnitLength.decameters, ["3dam", "3 dam", "3 dekameters"]),
      (-1, UnitTemperature.celsius, ["-1°C", "-1°C", "-1 degree Celsius"]),
      (100, UnitTemperature.fahrenheit, ["100°", "100°F", "100 degrees Fahrenheit"]),
      (0.5, UnitMass.pounds, ["0.5#", "0.5 lb", "0.5 pounds"]),
      (9.8, UnitAcceleration.gravity, ["9.8Gs", "9.8 G", "9.8 g-force"]),
      (2, UnitDuration.hours, ["2h", "2 hr", "2 hours"]),
      (1, UnitInformationStorage.gigabytes, ["1GB", "1 GB", "1 gigabyte"]),
      (1.5, UnitInformationStorage.kibibytes, ["1.5KiB", "1.5 Kibyte", "1.5 kibibytes"]),
      (80, UnitSpeed.kilometersPerHour, ["80km/h", "80 km/h", "80 kilometers per hour"]),
      (2, UnitArea.squareMiles, ["2mi²", "2 sq mi", "2 square miles"]),
      (3, UnitVolume.fluidOunces, ["3fl oz", "3 fl oz", "3 fluid ounces"]),
      (1, UnitEnergy.kilowattHours, ["1kWh", "1 kWh", "1 kilowatt hour"]),
      (2, UnitPower.megawatts, ["2MW", "2 MW", "2 megawatts"]),
      (90, UnitAngle.degrees, ["90°", "90 deg", "90 degrees"]),
      (2.4, UnitFrequency.gigahertz, ["2.4GHz", "2.4 GHz", "2.4 gigahertz"]),
      (1013, UnitPressure.hectopascals, ["1,013hPa", "1,013 hPa", "1,013 hectopascals"]),
      (30, UnitFuelEfficiency.milesPerImperialGallon, ["30m/gUK", "30 mpg Imp.", "30 miles per Imp. gallon"]),
      (5, UnitMass.slugs, ["5 slug", "5 slug", "5 slug"]),
    ] as [(Double, Dimension, [String])])
  func `a measurement is shown in a style`(value: Double, unit: Dimension, expected: [String]) {
    #expect(texts(value, unit) == expected)
  }

  @Test(
    arguments: [
      ("en_US", 5000, UnitLength.meters, "3.107 mi", "3.107 mi"),
      ("en_US", 1, UnitLength.meters, "0.001 mi", "3.281 ft"),
      ("en_GB", 293, UnitTemperature.kelvin, "19.85°C", "19.85°C"),
      ("en_US", 293, UnitTemperature.kelvin, "67.73°F", "67.73°F"),
      ("de_DE", 12, UnitLength.meters, "0,012 km", "12 m"),
      ("de_DE", 0, UnitLength.meters, "0 km", "0 m"), ("de_DE", 0, UnitLength.inches, "0 km", "0 mm"),
      ("de_DE", 1500, UnitMass.grams, "1,5 kg", "1,5 kg"),
      ("en_US", 8, UnitMass.ounces, "0.5 lb", "8 oz"),
      ("en_GB", 100, UnitSpeed.kilometersPerHour, "62.137 mph", "62.137 mph"),
      ("en_US", 2_500_000, UnitInformationStorage.bytes, "2,500,000 byte", "2.5 MB"),
      ("en_US", 90, UnitDuration.minutes, "90 min", "1.5 hr"),
      ("fr_FR", 250, UnitVolume.milliliters, "250 ml", "250 ml"),
      ("en_US", 20, UnitAngle.degrees, "20 deg", "20 deg"),
    ] as [(String, Double, Dimension, String, String)])
  func `the locale prefers a unit, or the one that fits the quantity`(
    locale: String, value: Double, unit: Dimension, preferred: String, natural: String
  ) {
    let measurement = Measurement(value: value, unit: unit)
    let texts = [Subject.UnitOptions(), .naturalScale].map { formatter(locale, $0).string(from: measurement) }
    // In French a space that does not break stands before the unit.
    #expect(
      texts.map { $0.replacingOccurrences(of: "\u{A0}", with: " ").replacingOccurrences(of: "\u{202F}", with: " ") }
        == [preferred, natural])
  }

  @Test func `a temperature is shown without its scale`() {
    let formatter = formatter("en_US", [.providedUnit, .temperatureWithoutUnit])
    let warm = Measurement(value: 21, unit: UnitTemperature.celsius)
    #expect(formatter.string(from: warm) == "21°")
    formatter.unitOptions = .temperatureWithoutUnit
    #expect(formatter.string(from: warm) == "69.8°")
    #expect(formatter.string(from: Measurement(value: 2, unit: UnitDuration.hours)) == "2 hr")
  }

  @Test func `a number formatter decides how the quantity is written`() {
    let formatter = formatter()
    formatter.unitStyle = .long
    formatter.numberFormatter.maximumFractionDigits = 0
    #expect(formatter.string(from: Measurement(value: 1.2, unit: UnitLength.meters)) == "1 meter")
    let numbers = NumberFormatter()
    numbers.minimumFractionDigits = 1
    formatter.numberFormatter = numbers
    #expect(formatter.string(from: Measurement(value: 1, unit: UnitLength.meters)) == "1.0 meters")
    formatter.numberFormatter = nil
    #expect(formatter.string(from: Measurement(value: 1, unit: UnitLength.meters)) == "1 meter")
  }

  @Test func `other languages have their own words`() {
    let formatter = formatter("de_DE")
    formatter.unitStyle = .long
    #expect(formatter.string(from: Measurement(value: 2.5, unit: UnitLength.kilometers)) == "2,5 Kilometer")
    formatter.locale = Locale(identifier: "ru_RU")
    #expect(
      [1, 3, 5].map { formatter.string(from: Measurement(value: $0, unit: UnitDuration.hours)) }
        == ["1 час", "3 часа", "5 часов"])
    formatter.locale = Locale(identifier: "ar_EG")
    #expect(formatter.string(from: Measurement(value: 2, unit: UnitDuration.hours)) == "ساعتان")
  }

  @Test func `a unit has a name and a symbol, and one that nobody knows its symbol`() {
    let formatter = formatter()
    let own = Unit(symbol: "pages")
    #expect(formatter.string(from: UnitSpeed.milesPerHour) == "mph")
    formatter.unitStyle = .long
    #expect(formatter.string(from: UnitTemperature.celsius) == "degrees Celsius")
    #expect(formatter.string(from: UnitMass.grams) == "grams" && formatter.string(from: own) == "pages")
    #expect(formatter.string(from: Measurement(value: 1200, unit: own)) == "1,200 pages")
  }

  @Test func `measurements and units are objects that are formatted`() {
    let formatter = formatter()
    #expect(formatter.string(for: Measurement(value: 3, unit: UnitLength.meters)) == "3 m")
    #expect(formatter.string(for: UnitLength.meters) == "m" && formatter.string(for: "3 m") == nil)
  }
}
