import Foundation
import TestSupport
import Testing

/// A provider's program in a sandbox, compiled from a folder there and linked with modules that are built already.
///
/// That is what `swift build` does in a package that depends on this one, without compiling this one once more.
struct ProviderProgram {
  let sandbox: Sandbox
  let name: String
  /// The variables that the program has beside those of the sandbox.
  var variables: [String: String] = [:]

  private var program: String { sandbox.url("bin/\(name)").path }

  /// - Parameters:
  ///   - name: The name of the module and of the program.
  ///   - sources: The folder with the sources.
  ///   - flags: What the compiler has to know of modules of another package, as words of a shell.
  ///   - objects: The object files of those modules.
  init(
    _ name: String, from sources: String, in sandbox: Sandbox, languageMode: String = "5", flags: String = "",
    objects: [String] = []
  ) throws {
    (self.sandbox, self.name) = (sandbox, name)
    for folder in ["bin", "mnt"] { try Sandbox.makeFolder(sandbox.folder + "/" + folder) }
    let products = URL(fileURLWithPath: try #require(Machine.built("FolderFixture"))).deletingLastPathComponent()
    let linked = try Self.objects(in: products, of: "FolderFixture.product", without: ["FolderFixture"]) + objects
    try Data(linked.joined(separator: "\n").utf8).write(to: sandbox.url("objects"))
    let repository = products.path.components(separatedBy: "/.build/")[0]
    let result = try sandbox.shell(
      """
      flags=
      for flag in $(pkg-config --cflags fuse3 sqlite3); do flags="$flags -Xcc $flag"; done
      # A folder of build products has some of modules, too, that are no longer in the package.
      for map in '\(products.path)'/*.build/module.modulemap; do
        module=$(basename "${map%.build/*}")
        [ ! -d '\(repository)/Sources/'"$module" ] || flags="$flags -Xcc -fmodule-map-file=$map"
      done
      find '\(sources)' -name '*.swift' -print0 | xargs -0 swiftc -swift-version \(languageMode) -parse-as-library \
        -Onone -module-name \(name) \(flags) -I '\(products.path)/Modules' -Xcc -I'\(repository)/Sources' $flags \
        @objects $(pkg-config --libs fuse3 sqlite3 expat) -ldl -lstdc++ -l_FoundationICU -o 'bin/\(name)'
      """)
    try #require(result.status == 0, "\(result)")
  }

  /// What a product is linked with, without some of its modules.
  static func objects(in products: URL, of product: String, without left: [String]) throws -> [String] {
    let list = products.appendingPathComponent("\(product)/Objects.LinkFileList")
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { object in !left.contains { object.contains("/\($0).build/") } }
  }

  func run(_ words: String...) throws -> ProcessResult {
    try sandbox.startProgram([program] + words, variables).wait(seconds: 120)
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
