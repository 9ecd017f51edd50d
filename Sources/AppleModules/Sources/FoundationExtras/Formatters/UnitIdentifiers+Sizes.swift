import Foundation

/// The units of how large, how heavy and how much.
extension UnitIdentifiers {
  static let lengths: [(Dimension, String)] = [
    (UnitLength.megameters, "megameter"), (UnitLength.kilometers, "kilometer"), (UnitLength.hectometers, "hectometer"),
    (UnitLength.decameters, "dekameter"), (UnitLength.meters, "meter"), (UnitLength.decimeters, "decimeter"),
    (UnitLength.centimeters, "centimeter"), (UnitLength.millimeters, "millimeter"),
    (UnitLength.micrometers, "micrometer"), (UnitLength.nanometers, "nanometer"), (UnitLength.picometers, "picometer"),
    (UnitLength.inches, "inch"), (UnitLength.feet, "foot"), (UnitLength.yards, "yard"), (UnitLength.miles, "mile"),
    (UnitLength.scandinavianMiles, "mile-scandinavian"), (UnitLength.lightyears, "light-year"),
    (UnitLength.nauticalMiles, "nautical-mile"), (UnitLength.fathoms, "fathom"), (UnitLength.furlongs, "furlong"),
    (UnitLength.astronomicalUnits, "astronomical-unit"), (UnitLength.parsecs, "parsec"),
  ]

  static let masses: [(Dimension, String)] = [
    (UnitMass.kilograms, "kilogram"), (UnitMass.grams, "gram"), (UnitMass.decigrams, "decigram"),
    (UnitMass.centigrams, "centigram"), (UnitMass.milligrams, "milligram"), (UnitMass.micrograms, "microgram"),
    (UnitMass.nanograms, "nanogram"), (UnitMass.picograms, "picogram"), (UnitMass.ounces, "ounce"),
    (UnitMass.pounds, "pound"), (UnitMass.stones, "stone"), (UnitMass.metricTons, "tonne"),
    (UnitMass.shortTons, "ton"), (UnitMass.carats, "carat"), (UnitMass.ouncesTroy, "ounce-troy"),
  ]

  static let areas: [(Dimension, String)] = [
    (UnitArea.squareMegameters, "square-megameter"), (UnitArea.squareKilometers, "square-kilometer"),
    (UnitArea.squareMeters, "square-meter"), (UnitArea.squareCentimeters, "square-centimeter"),
    (UnitArea.squareMillimeters, "square-millimeter"), (UnitArea.squareMicrometers, "square-micrometer"),
    (UnitArea.squareNanometers, "square-nanometer"), (UnitArea.squareInches, "square-inch"),
    (UnitArea.squareFeet, "square-foot"), (UnitArea.squareYards, "square-yard"), (UnitArea.squareMiles, "square-mile"),
    (UnitArea.acres, "acre"), (UnitArea.hectares, "hectare"),
  ]

  static let volumes: [(Dimension, String)] = [
    (UnitVolume.megaliters, "megaliter"), (UnitVolume.kiloliters, "kiloliter"), (UnitVolume.liters, "liter"),
    (UnitVolume.deciliters, "deciliter"), (UnitVolume.centiliters, "centiliter"),
    (UnitVolume.milliliters, "milliliter"), (UnitVolume.cubicKilometers, "cubic-kilometer"),
    (UnitVolume.cubicMeters, "cubic-meter"), (UnitVolume.cubicDecimeters, "cubic-decimeter"),
    (UnitVolume.cubicCentimeters, "cubic-centimeter"), (UnitVolume.cubicMillimeters, "cubic-millimeter"),
    (UnitVolume.cubicInches, "cubic-inch"), (UnitVolume.cubicFeet, "cubic-foot"),
    (UnitVolume.cubicYards, "cubic-yard"), (UnitVolume.cubicMiles, "cubic-mile"), (UnitVolume.acreFeet, "acre-foot"),
    (UnitVolume.bushels, "bushel"), (UnitVolume.teaspoons, "teaspoon"), (UnitVolume.tablespoons, "tablespoon"),
    (UnitVolume.fluidOunces, "fluid-ounce"), (UnitVolume.cups, "cup"), (UnitVolume.pints, "pint"),
    (UnitVolume.quarts, "quart"), (UnitVolume.gallons, "gallon"),
    (UnitVolume.imperialFluidOunces, "fluid-ounce-imperial"), (UnitVolume.imperialQuarts, "quart-imperial"),
    (UnitVolume.imperialGallons, "gallon-imperial"), (UnitVolume.metricCups, "cup-metric"),
  ]

  static let information: [(Dimension, String)] = [
    (UnitInformationStorage.bytes, "byte"), (UnitInformationStorage.bits, "bit"),
    (UnitInformationStorage.yottabytes, "yottabyte"), (UnitInformationStorage.zettabytes, "zettabyte"),
    (UnitInformationStorage.exabytes, "exabyte"), (UnitInformationStorage.petabytes, "petabyte"),
    (UnitInformationStorage.terabytes, "terabyte"), (UnitInformationStorage.gigabytes, "gigabyte"),
    (UnitInformationStorage.megabytes, "megabyte"), (UnitInformationStorage.kilobytes, "kilobyte"),
    (UnitInformationStorage.yottabits, "yottabit"), (UnitInformationStorage.zettabits, "zettabit"),
    (UnitInformationStorage.exabits, "exabit"), (UnitInformationStorage.petabits, "petabit"),
    (UnitInformationStorage.terabits, "terabit"), (UnitInformationStorage.gigabits, "gigabit"),
    (UnitInformationStorage.megabits, "megabit"), (UnitInformationStorage.kilobits, "kilobit"),
    (UnitInformationStorage.yobibytes, "yobibyte"), (UnitInformationStorage.zebibytes, "zebibyte"),
    (UnitInformationStorage.exbibytes, "exbibyte"), (UnitInformationStorage.pebibytes, "pebibyte"),
    (UnitInformationStorage.tebibytes, "tebibyte"), (UnitInformationStorage.gibibytes, "gibibyte"),
    (UnitInformationStorage.mebibytes, "mebibyte"), (UnitInformationStorage.kibibytes, "kibibyte"),
    (UnitInformationStorage.yobibits, "yobibit"), (UnitInformationStorage.zebibits, "zebibit"),
    (UnitInformationStorage.exbibits, "exbibit"), (UnitInformationStorage.pebibits, "pebibit"),
    (UnitInformationStorage.tebibits, "tebibit"), (UnitInformationStorage.gibibits, "gibibit"),
    (UnitInformationStorage.mebibits, "mebibit"), (UnitInformationStorage.kibibits, "kibibit"),
  ]
}
