import Foundation
import TestSupport

/// A repository as this one is, of which only what a test wants is real: it is compiled in seconds. Extensions beside it are adopted, built and run.
struct SmallRepository {
  let sandbox: Sandbox
  static let modules = Machine.repository.appendingPathComponent("Sources/AppleModules/Sources")
  /// What this package was built with.
  static let log = Machine.checkouts + "/swift-log"

  /// - Parameter real: The names of those modules in `Sources/AppleModules` that are ours.
  init(real: [String] = []) throws {
    sandbox = try Sandbox()
    try sandbox.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "OpenFileProvider",
        products: [
          .library(name: "FileProvider", targets: ["FileProvider"]),
          .library(name: "FileProviderHost", targets: ["FileProviderHost"]),
        ],
        targets: [.target(name: "FileProvider"), .target(name: "FileProviderHost", dependencies: ["FileProvider"])])
      """, to: "repository/Package.swift")
    try sandbox.write(
      """
      @_exported import Foundation
      public protocol NSFileProviderReplicatedExtension: AnyObject {
        init()
        var words: String { get }
      }
      """, to: "repository/Sources/FileProvider/FileProvider.swift")
    try sandbox.write(
      """
      import FileProvider
      public enum FileProviderHost {
        public static func run(provider: any NSFileProviderReplicatedExtension.Type, identifier: String) {
          print(provider.init().words)
        }
      }
      """, to: "repository/Sources/FileProviderHost/FileProviderHost.swift")
    try writeModules(real)
  }

  private func writeModules(_ real: [String]) throws {
    let folder = "repository/Sources/AppleModules/"
    try sandbox.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "AppleModules",
        products: [
          .library(name: "FoundationExtras", targets: ["FoundationExtras", "CDarwin"]),
          .library(name: "Network", targets: ["Network"]),
          .library(name: "Security", targets: ["Security"]),
          .library(name: "os", targets: ["os"]),
        ],
        dependencies: [.package(name: "OpenFileProvider", path: "../.."), .package(path: "\(Self.log)")],
        targets: [
          .target(name: "CDarwin"), .target(name: "FoundationExtras"), .target(name: "Network"),
          .target(name: "Security"), .target(name: "COSSubmodules"),
          .target(name: "os", dependencies: ["COSSubmodules", .product(name: "Logging", package: "swift-log")]),
        ])
      """, to: folder + "Package.swift")
    for name in ["CDarwin", "FoundationExtras", "Network", "Security", "COSSubmodules", "os"] {
      if real.contains(name) || name.hasPrefix("C") {
        let place = sandbox.url(folder + "Sources/" + name)
        try Sandbox.makeFolder(place.deletingLastPathComponent().path)
        try FileManager.default.copyItem(at: Self.modules.appendingPathComponent(name), to: place)
      } else {
        try sandbox.write("public let is\(name)Ours = true\n", to: folder + "Sources/\(name)/\(name).swift")
      }
    }
  }

  /// Writes an extension that says something when it is run.
  ///
  /// - Parameter words: The body of what it says.
  func write(_ folder: String, imports: [String] = [], words: String) throws {
    try sandbox.write(
      """
      \(imports.map { "import \($0)\n" }.joined())import FileProvider
      final class Drive: NSObject, NSFileProviderReplicatedExtension {
        override required init() { super.init() }
        var words: String {
          \(words)
        }
      }
      """, to: folder + "/Drive.swift")
  }

  func adopt(_ words: String...) throws -> RunningProcess {
    try sandbox.startProgram(["/bin/sh", AdoptedSample.script, "--package", "repository"] + words)
  }

  /// What an adopted extension says.
  func said(_ folder: String) throws -> String {
    try sandbox.program("\(sandbox.folder)/\(folder)-linux/bin/Drive").output
  }

  func log(_ folder: String) throws -> String {
    try String(contentsOf: sandbox.url("\(folder)-linux/build.log"), encoding: .utf8)
  }
}
