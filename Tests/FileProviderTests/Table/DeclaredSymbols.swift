import Foundation

/// The public symbols of the modules, as the compiler knows them (`swift symbolgraph-extract`).
enum DeclaredSymbols {
  struct Failed: Error {
    var message: String
  }

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      var pathComponents: [String]
    }
    var symbols: [Symbol]
  }

  /// What every class or value of this kind has, and nobody looks up.
  private static let plain: Set<String> = [
    "hash", "isEqual(_:)", "init(rawValue:)", "rawValue", "encode(with:)", "init(coder:)", "supportsSecureCoding",
    "<(_:_:)", "~=(_:_:)", "init(_none:)", "init(_:)",
  ]

  static func all() throws -> Set<String> {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for module in TablePage.modules { try extract(module, into: folder) }
    var names = TablePage.hidden
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
      names.formUnion(graph.symbols.compactMap { name($0.pathComponents) })
    }
    return names
  }

  /// Where the modules are that these tests were built with.
  static var modules: URL {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    return URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("Modules")
  }

  private static func extract(_ module: String, into folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", module, "-I", modules.path, "-target", target, "-output-dir",
      folder.path, "-minimum-access-level", "public", "-skip-synthesized-members",
    ]
    process.arguments? += TablePage.maps(modules).flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(message: String(decoding: text, as: UTF8.self)) }
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  /// The name in the table.
  private static func name(_ path: [String]) -> String? {
    guard let last = path.last, !path.contains(where: { $0.hasPrefix("_") }), !plain.contains(last),
      !last.contains("(_form:)")
    else { return nil }
    return path.joined(separator: ".")
  }
}
