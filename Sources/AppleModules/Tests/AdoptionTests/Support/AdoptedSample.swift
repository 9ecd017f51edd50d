import Foundation
import TestSupport
import Testing

/// An extension from `Tests/Samples` that the script adopts with no edit.
enum AdoptedSample {
  static let script = Machine.repository.appendingPathComponent("mount-scripts/adopt-provider.sh").path
  static let samples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples")
  private static let sources = Machine.repository.appendingPathComponent("Sources/AppleModules/Sources").path

  /// Where this package is built.
  private static var products: URL {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    return URL(fileURLWithPath: tests).deletingLastPathComponent()
  }

  /// Where the modules are that an extension is compiled with: of this package, and of the main package.
  static var modules: [String] {
    get throws {
      let program = try #require(Machine.built("FolderFixture"))
      return [products, URL(fileURLWithPath: program).deletingLastPathComponent()].map { $0.path + "/Modules" }
    }
  }

  /// Adopts a sample, compiles it, and links it.
  static func build(_ name: String, languageMode: String = "5") throws -> ProviderProgram {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(at: samples.appendingPathComponent(name), to: sandbox.url(name))
    let adopted = try sandbox.startProgram(["/bin/sh", script, "--no-build", name]).wait(seconds: 60)
    try #require(adopted.status == 0, "\(adopted)")
    return try ProviderProgram(
      name, from: "\(name)-linux/Sources", in: sandbox, languageMode: languageMode, flags: flags, objects: try objects)
  }

  private static var flags: String {
    // The build makes the map of CZlib.
    let maps = ["CDarwin", "COSSubmodules"].map { "\(sources)/\($0)/include" } + [products.path + "/CZlib.build"]
    let words = ["-I '\(products.path)/Modules'", "-Xcc -I'\(sources)'"]
    return (words + maps.map { "-Xcc -fmodule-map-file='\($0)/module.modulemap'" }).joined(separator: " ")
  }

  /// The object files of this package's own modules.
  private static var objects: [String] {
    get throws {
      let modules = try FileManager.default.contentsOfDirectory(atPath: sources)
      return try ProviderProgram.objects(in: products, of: "AppleModulesPackageTests.product", without: [])
        .filter { object in modules.contains { object.contains("/\($0).build/") } }
    }
  }
}
