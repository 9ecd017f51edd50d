// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors and imports are internal unless a file says otherwise.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let fileProvider: Target.Dependency = .product(name: "FileProvider", package: "OpenFileProvider")
let internals: Target.Dependency = .product(name: "FileProviderInternals", package: "OpenFileProvider")

/// Apple's other modules, for extensions that were written for macOS.
///
/// SwiftPM takes no package in a folder of a repository by URL: clone the repository, and name this folder.
let package = Package(
  name: "AppleModules",
  products: [
    .library(name: "FoundationExtras", targets: ["FoundationExtras", "CDarwin"]),
    .library(name: "os", targets: ["os"]),
    .library(name: "OSLog", targets: ["OSLog"]),
    .library(name: "Security", targets: ["Security"]),
    .library(name: "CommonCrypto", targets: ["CommonCrypto"]),
    .library(name: "Network", targets: ["Network"]),
    .library(name: "SQLite3", targets: ["SQLite3"]),
  ],
  dependencies: [
    // By name: the folder of a clone may have any.
    .package(name: "OpenFileProvider", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .target(name: "CoreFoundationNames", swiftSettings: settings),
    .target(name: "CDarwin"),
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "FoundationExtras",
      dependencies: ["CDarwin", "CoreFoundationNames", "CZlib", fileProvider, internals],
      // The names of units. Foundation is linked with it, which is not said to the linker.
      swiftSettings: settings, linkerSettings: [.linkedLibrary("_FoundationICU")]),
    .target(name: "COSSubmodules"),
    .target(name: "os", dependencies: ["COSSubmodules", log], swiftSettings: settings),
    .target(name: "OSLog", dependencies: ["os"], swiftSettings: settings),
    .target(name: "Security", dependencies: ["CoreFoundationNames", internals], swiftSettings: settings),
    .target(name: "CommonCrypto", dependencies: [internals], swiftSettings: settings),
    .target(name: "Network", swiftSettings: settings),
    .systemLibrary(name: "CAppleSQLite3", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "SQLite3", dependencies: ["CAppleSQLite3"], swiftSettings: settings),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "FoundationExtrasTests",
      dependencies: ["CDarwin", "FoundationExtras", "TestSupport", fileProvider, internals],
      exclude: ["Table/symbols.tsv"], swiftSettings: settings),
    .testTarget(name: "OSLogTests", dependencies: ["OSLog", "os", log], swiftSettings: settings),
    .testTarget(
      name: "AppleModulesTests",
      dependencies: ["CommonCrypto", "CoreFoundationNames", "Network", "SQLite3", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SecurityTests", dependencies: ["Security", "TestSupport", internals], swiftSettings: settings),
    .testTarget(
      name: "AdoptionTests",
      dependencies: [
        "CommonCrypto", "FoundationExtras", "Network", "OSLog", "SQLite3", "Security", "TestSupport", "os",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
