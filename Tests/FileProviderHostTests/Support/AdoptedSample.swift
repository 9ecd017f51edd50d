import Foundation
import TestSupport
import Testing

/// An extension from `Tests/Samples`, adopted by the script with no edit, compiled, and linked with the modules that these tests were built with.
///
/// That is what `swift build` does in the package that the script makes, without compiling this package once more.
struct AdoptedSample {
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let sandbox: Sandbox
  let name: String
  let program: URL
  /// The variables that its program has beside those of the sandbox.
  var variables: [String: String] = [:]

  init(_ name: String, languageMode: String = "5") throws {
    sandbox = try Sandbox()
    self.name = name
    program = sandbox.url("bin/\(name)")
    try FileManager.default.copyItem(
      at: Self.repository.appendingPathComponent("Tests/Samples/\(name)"), to: sandbox.url(name))
    let script = Self.repository.appendingPathComponent("mount-scripts/adopt-provider.sh").path
    let adopted = try sandbox.startProgram(["/bin/sh", script, "--no-build", name]).wait(seconds: 60)
    try #require(adopted.status == 0, "\(adopted)")
    try Self.build("\(name)-linux/Sources", name, in: sandbox, languageMode)
  }

  /// Takes over a program that is built.
  init(_ name: String, builtIn sandbox: Sandbox) {
    self.sandbox = sandbox
    self.name = name
    program = sandbox.url("bin/\(name)")
  }

  /// Compiles a folder of the sandbox, and links it into `bin/NAME`.
  static func build(_ sources: String, _ name: String, in sandbox: Sandbox, _ languageMode: String = "5") throws {
    for folder in ["bin", "mnt"] { try Sandbox.makeFolder(sandbox.folder + "/" + folder) }
    let products = URL(fileURLWithPath: try #require(Machine.built("FolderFixture"))).deletingLastPathComponent()
    try Data(objects(products).joined(separator: "\n").utf8).write(to: sandbox.url("objects"))
    let include = repository.appendingPathComponent("Sources").path
    let result = try sandbox.shell(
      """
      flags=
      for flag in $(pkg-config --cflags fuse3 sqlite3); do flags="$flags -Xcc $flag"; done
      for map in '\(products.path)'/*.build/module.modulemap; do flags="$flags -Xcc -fmodule-map-file=$map"; done
      find '\(sources)' -name '*.swift' -print0 | xargs -0 swiftc -swift-version \(languageMode) -parse-as-library \
        -Onone -module-name \(name) -I '\(products.path)/Modules' -Xfrontend -import-module -Xfrontend FileProvider -Xfrontend -import-module -Xfrontend CDarwin \
        $(grep -qs '"os"' '\(sources)/../Package.swift' && echo -Xfrontend -import-module -Xfrontend os) -Xcc -I'\(include)' \
         -Xcc -fmodule-map-file='\(include)/CDarwin/include/module.modulemap' \
        -Xcc -fmodule-map-file='\(include)/COSSubmodules/include/module.modulemap' $flags @objects \
        $(pkg-config --libs fuse3 sqlite3 expat) -ldl -lstdc++ -l_FoundationICU -o 'bin/\(name)'
      """)
    try #require(result.status == 0, "\(result)")
  }

  /// What a provider's program is linked with, without that provider.
  private static func objects(_ products: URL) throws -> [Substring] {
    let list = products.appendingPathComponent("FolderFixture.product/Objects.LinkFileList")
    let host = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { !$0.contains("/FolderFixture.build/") }
    let modules = [
      "os", "OSLog", "CBus", "SecretService", "Security", "CommonCrypto", "Network", "SQLite3",
    ]
    let imported = try modules.flatMap { module in
      try FileManager.default
        .contentsOfDirectory(
          at: products.appendingPathComponent("\(module).build"), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == "o" }.map { Substring($0.path) }
    }
    return host + imported.filter { !host.contains($0) }
  }

  /// Runs the sample's program.
  func run(_ words: String...) throws -> ProcessResult {
    try sandbox.startProgram([program.path] + words, variables).wait(seconds: 120)
  }

  /// Runs a script that must succeed.
  @discardableResult
  func shell(_ script: String, at location: SourceLocation = #_sourceLocation) throws -> String {
    let result = try sandbox.shell("set -e; " + script)
    try #require(result.status == 0, "\(script): \(result)", sourceLocation: location)
    return result.output
  }

  func mount() throws {
    let result = try run("mount", "mnt")
    try #require(result.status == 0, "\(result)")
  }

  func unmount() { _ = try? run("unmount", "mnt") }

  /// Waits until the provider has everything.
  func tell(at location: SourceLocation = #_sourceLocation) throws {
    let result = try run("sync", "--wait", "--timeout", "100s")
    #expect(result.status == 0, "\(result)", sourceLocation: location)
    let waiting = try run("pending")
    #expect(waiting.status == 0 && waiting.output.isEmpty, "\(waiting)", sourceLocation: location)
  }
}
