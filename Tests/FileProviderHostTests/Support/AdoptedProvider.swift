import Foundation
import TestSupport

/// The program that `mount-scripts/adopt-provider.sh` makes of an extension's folder, linked with what was built for these tests.
struct AdoptedProvider {
  let path: String

  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// - Parameter folder: The extension's folder, below that of the tests.
  init(_ folder: String, in sandbox: Sandbox) throws {
    let name = URL(fileURLWithPath: folder).lastPathComponent
    path = sandbox.folder + "/" + name
    let script = Self.repository.appendingPathComponent("mount-scripts/adopt-provider.sh").path
    let source = Self.repository.appendingPathComponent("Tests/" + folder).path
    try Self.run(["/bin/sh", script, "--no-build", "-o", "adopted-" + name, source], in: sandbox)
    let sources = try Self.files(in: sandbox.url("adopted-\(name)/Sources/\(name)"), ending: ".swift")
    try Self.run(
      ["swiftc", "-swift-version", "5", "-parse-as-library", "-module-name", name, "-o", path] + sources
        + Self.flags() + Self.headers(sandbox) + Self.objects(), in: sandbox)
  }

  @discardableResult
  private static func run(_ words: [String], in sandbox: Sandbox) throws -> String {
    let result = try sandbox.startProgram(words).wait()
    if result.status != 0 { throw SupportFailure("\(words.prefix(3).joined(separator: " ")): \(result)") }
    return result.output
  }

  /// The folder of what was built.
  private static func built() throws -> URL {
    guard let path = Machine.built("ProviderFixture") else { throw SupportFailure("“ProviderFixture” is not built") }
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }

  /// The objects of another provider's program without its own, and of the modules that extensions import besides.
  private static func objects() throws -> [String] {
    let list = try built().appendingPathComponent("ProviderFixture.product/Objects.LinkFileList")
    let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
    return try lines.filter { !$0.contains("/ProviderFixture.build/") }
      + files(in: built().appendingPathComponent("os.build"), ending: ".o")
      + ["-lfuse3", "-lsqlite3", "-lexpat", "-ldl"]
  }

  private static func flags() throws -> [String] {
    let built = try built()
    let folders = try FileManager.default.contentsOfDirectory(atPath: built.path)
    let maps = folders.map { built.appendingPathComponent($0 + "/module.modulemap").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
    return [
      "-I", built.appendingPathComponent("Modules").path, "-Xfrontend", "-import-module", "-Xfrontend", "FileProvider",
    ]
      + ["-Xcc", "-I" + repository.appendingPathComponent("Sources").path]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
  }

  /// Where the headers are of the libraries that the modules are about.
  private static func headers(_ sandbox: Sandbox) throws -> [String] {
    try run(["pkg-config", "--cflags", "fuse3", "sqlite3"], in: sandbox).split(whereSeparator: \.isWhitespace)
      .flatMap { ["-Xcc", String($0)] }
  }

  private static func files(in folder: URL, ending suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(suffix) }.sorted()
      .map { folder.appendingPathComponent($0).path }
  }
}
