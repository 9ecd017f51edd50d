// swift-tools-version: 6.2

import PackageDescription

// A package of its own: it links the library, as client code does, and the other benchmarks link nothing of it.
let package = Package(
  name: "ContactsBenchmark",
  dependencies: [.package(name: "OpenFileProvider", path: "../../..")],
  targets: [
    .executableTarget(
      name: "contacts-benchmark", dependencies: [.product(name: "Contacts", package: "OpenFileProvider")])
  ],
  swiftLanguageModes: [.v6]
)
