import Foundation
import TestSupport
import Testing

/// A provider that is written for Linux sees Linux's functions of C, and macOS's only where it asks for them.
@Suite struct LinuxNamesTests {
  // 1 is XATTR_CREATE, which both modules have.
  private static let onLinux = "setxattr(path, \"user.colour\", \"red\", 3, 1) == 0"
  private static let onMacOS = "setxattr(path, \"colour\", \"red\", 3, 0, XATTR_CREATE) == 0"

  @Test(arguments: [
    (["CAttributes", "FileProvider"], onLinux, true), (["FileProvider"], onMacOS, false),
    (["CDarwin", "FileProvider"], onMacOS, true), (["CAttributes", "CDarwin", "FileProvider"], onLinux, true),
  ])
  func `macOS's extended attributes come with a module of their own`(
    modules: [String], call: String, compiles: Bool
  ) throws {
    let directory = try TestDirectory("linux-names")
    // Glibc's module has none of them, so providers have one that does.
    try "#include <sys/xattr.h>\n".write(to: directory.appending("attributes.h"), atomically: true, encoding: .utf8)
    try "module CAttributes { header \"attributes.h\" export * }\n".write(
      to: directory.appending("module.modulemap"), atomically: true, encoding: .utf8)
    let text =
      modules.map { "import \($0)\n" }.joined() + "func keep(_ path: String) -> Bool { \(call) }\n"
    try text.write(to: directory.appending("provider.swift"), atomically: true, encoding: .utf8)
    let products = DeclaredSymbols.modules
    var words = ["/usr/bin/env", "swiftc", "-typecheck", "-swift-version", "6", "-module-name", "LinuxProvider"]
    words += ["provider.swift", "-I", products.path, "-I", directory.path]
    words += TablePage.maps(products).flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    let result = try RunningProcess(
      words, environment: ProcessInfo.processInfo.environment, in: directory.path
    ).wait(seconds: 300)
    #expect((result.status == 0) == compiles, "\(result)")
    if !compiles { #expect(result.error.contains("cannot find 'setxattr' in scope"), "\(result)") }
  }
}
