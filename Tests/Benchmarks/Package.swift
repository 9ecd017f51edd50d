// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors and imports are internal unless a file says otherwise.
let swiftSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let cSettings: [CSetting] = [
  .define("_GNU_SOURCE"),
  .enableWarning("all"),
  .enableWarning("extra"),
  .treatAllWarnings(as: .error),
]

// Everything is measured from outside, so nothing of the main package is linked: the benchmarks build in seconds and
// keep building while the main package does not.
let package = Package(
  name: "Benchmarks",
  products: [
    .executable(name: "benchmark", targets: ["benchmark"]),
    .executable(name: "nullserver", targets: ["nullserver"]),
  ],
  targets: [
    .systemLibrary(name: "CLibFuse", pkgConfig: "fuse3", providers: [.apt(["libfuse3-dev", "fuse3"])]),
    .target(name: "CTreeShape", cSettings: cSettings),
    .target(name: "CProbes", dependencies: ["CTreeShape"], cSettings: cSettings),
    .executableTarget(name: "nullserver", dependencies: ["CLibFuse", "CTreeShape"], cSettings: cSettings),
    .executableTarget(
      name: "benchmark", dependencies: ["CProbes", "CTreeShape"], swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
