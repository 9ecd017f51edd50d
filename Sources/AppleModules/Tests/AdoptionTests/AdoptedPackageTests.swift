import Foundation
import TestSupport
import Testing

/// Packages that the adopting script makes are built: with the helper code of an extension, and beside other packages.
@Suite(.enabled(if: Machine.adoptingProblem == nil, "\(Machine.adoptingProblem ?? "")"))
struct AdoptedPackageTests {
  @Test func `two extensions of one name are built at the same time, and what they share is compiled once`() throws {
    let small = try SmallRepository()
    for part in ["one", "two"] { try small.write("\(part)/Drive", words: "\"\(part)\"") }
    try small.sandbox.write("public let seen = 1\n", to: "one/Core/Core.swift")
    try small.write("three/Drive", words: "#if canImport(Core)\n\"sees Core\"\n#else\n\"three\"\n#endif")
    let both = try [small.adopt("--with", "one/Core", "one/Drive"), small.adopt("two/Drive")]
    for process in both {
      let result = process.wait()
      #expect(result.status == 0 && result.output.contains("it compiles, after "), "\(result)")
    }
    let compiled = try ["one/Drive", "two/Drive"].filter { try small.log($0).contains("Compiling FileProvider ") }
    #expect(compiled.count == 1, "\(compiled)")
    #expect(try small.said("one/Drive") == "one\n" && small.said("two/Drive") == "two\n")

    // Again, from the cache folder, with no module of another extension, and none that other packages would take for Apple's.
    try small.sandbox.program("\(small.sandbox.folder)/one/Drive-linux/build.sh")
    let modules = ".cache/adopt-provider/builds/*/debug/Modules"
    #expect(try small.sandbox.shell("cd \(modules) && ls Core.swiftmodule && touch Network.swiftmodule").status == 0)
    let locked = "flock .cache/adopt-provider/builds/*/in-use"
    let other = try small.sandbox.startProgram([
      "/bin/sh", "-c", "\(locked) sh -c 'touch locked; until [ -e unlocked ]; do sleep 0.1; done'",
    ])
    #expect(eventually { FileManager.default.fileExists(atPath: small.sandbox.url("locked").path) })
    let waiting = try small.adopt("three/Drive")
    #expect(eventually(seconds: 60) { waiting.errorSoFar.contains("another package is being built; waiting for it\n") })
    try small.sandbox.write("", to: "unlocked")
    #expect(other.wait().status == 0)
    let third = waiting.wait()
    #expect(third.status == 0, "\(third)")
    #expect(try !small.log("three/Drive").contains("FileProvider.swift") && small.said("three/Drive") == "three\n")
    #expect(try small.sandbox.shell("ls \(modules)/Core.swiftmodule \(modules)/Network.swiftmodule").output.isEmpty)
    #expect(try small.sandbox.shell("ls .cache/adopt-provider/builds").lines.count == 1)
    // A folder that nobody has used for long goes, unless a build in it is not over.
    let builds = ".cache/adopt-provider/builds"
    let old = "cd \(builds) && mkdir old used && touch used/in-use && touch -d '40 days ago' old used && cd $S"
    let again = try small.sandbox.shell(old + " && flock \(builds)/used/in-use one/Drive-linux/build.sh")
    #expect(again.status == 0 && !again.output.contains("Compiling FileProvider "), "\(again)")
    #expect(try small.sandbox.shell("ls -d \(builds)/old \(builds)/used").output == "\(builds)/used\n")
  }

  @Test func `helper code is adopted as the extension is, and a package as far as it has to be`() throws {
    let small = try SmallRepository(real: ["Network"])
    let sandbox = small.sandbox
    try small.write(
      "Drive", imports: ["Kit", "Network", "Shelf", "Tools"],
      words: "_ = NWPathMonitor.self; return Shelf().words + \" \" + kit() + \" \" + tools()")
    try sandbox.write(
      "import Core\npublic struct Shelf { public init() {}; public let words = Core().name }\n",
      to: "My/Shelf/Shelf.swift")
    try sandbox.write(
      """
      import AppKit
      import Foundation
      @objc public final class Core: NSObject { @objc public let name = "core" }
      """, to: "Core/Sub/Core.swift")
    try sandbox.write("let one = 1\n", to: "Core/One.swift")
    try sandbox.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "tools", products: [.library(name: "Tools", targets: ["Tools"])], targets: [.target(name: "Tools")])
      """, to: "Libraries/Tools/Package.swift")
    try sandbox.write(
      """
      #if canImport(Darwin)
      import Darwin
      #else
      import Glibc
      #endif
      #if canImport(Network)
      import Network
      public func tools() -> String { NWConnection.none }
      #else
      public func tools() -> String { getpid() > 0 ? "tools" : "" }
      #endif
      """, to: "Libraries/Tools/Sources/Tools/Tools.swift")
    try sandbox.write(
      """
      // swift-tools-version:5.3
      import PackageDescription
      let package = Package(
        name: "Kit", platforms: [.macOS(.v11)], products: [.library(name: "KitLibrary", targets: ["Kit"])],
        dependencies: [.package(path: "../Tools")],
        targets: [.target(name: "Kit", dependencies: [.product(name: "Tools", package: "Tools")])])
      """, to: "Libraries/Kit/Package.swift")
    try sandbox.write(
      """
      import Darwin
      import Network
      import Tools
      public func kit() -> String { NWPathMonitor().currentPath.isExpensive ? "" : "kit with \\(tools())" }
      """, to: "Libraries/Kit/Sources/Kit/Kit.swift")
    let before = try sandbox.shell("cat $(find Core My Libraries -type f | sort)").output
    let result = try small.adopt(
      "--with", "My/Shelf", "--with", "Core", "--with", "Libraries/Kit", "--with", "Libraries/Tools", "Drive"
    ).wait()
    #expect(result.status == 0, "\(result)")
    #expect(try small.said("Drive") == "core kit with tools tools\n")
    for line in [
      "  module Shelf: \(sandbox.folder)/My/Shelf\n    links to the module's own files: 1 of 1\n",
      "  module Core: \(sandbox.folder)/Core\n    changed copies: Sub/Core.swift\n    links to the module's own files: 1 of 2\n",
      "  package Kit: a copy in Packages/Kit, with changes in Sources/Kit/Kit.swift\n",
      "  package Tools: used as it is\n",
    ] {
      #expect(result.output.contains(line), "\(line) in \(result.output)")
    }
    #expect(try sandbox.shell("cat $(find Core My Libraries -type f | sort)").output == before)
    #expect(try !sandbox.shell("find Libraries -name .build").output.contains("build"))
  }

  // swift-nio-transport-services, Starscream, Alamofire and others look for Apple's modules so.
  @Test func `packages that look for Apple's modules compile beside them, and the one that cannot is named`() throws {
    let small = try SmallRepository(real: ["Network", "os"])
    try small.write(
      "Drive", imports: ["Network", "Security", "Transport", "os"],
      words: "_ = NWPathMonitor(); Logger().info(\"\"); return \"\\(isSecurityOurs) \\(Transport().words)\"")
    try small.sandbox.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "Transport", products: [.library(name: "Transport", targets: ["Transport"])],
        targets: [.target(name: "Transport")])
      """, to: "Transport/Package.swift")
    let source = """
      import Foundation
      #if canImport(os)
      import os
      #endif
      #if canImport(Network)
      import Darwin
      import Network
      extension NWConnection { func use() {} }
      #endif
      #if canImport(Security)
      import Security
      public func isTrusted(_ trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }
      #endif
      #if os(Linux)
      let system = "Linux"
      #endif
      public struct Transport {
        public init() {}
        public var words: String {
          #if canImport(os)
          let lock = OSAllocatedUnfairLock(initialState: 1)
          var plain = os_unfair_lock()
          os_unfair_lock_lock(&plain)
          os_unfair_lock_unlock(&plain)
          Logger(subsystem: "org.example.transport", category: "lock").debug("\\(lock.withLock { $0 }, privacy: .public)")
          return "with os"
          #else
          return "without os"
          #endif
        }
      }

      """
    try small.sandbox.write(source, to: "Transport/Sources/Transport/Transport.swift")
    let result = try small.adopt("--with", "Transport", "Drive").wait()
    #expect(result.status == 0 && result.output.contains("package Transport: used as it is"), "\(result)")
    #expect(try small.said("Drive").hasPrefix("true with"))

    try small.sandbox.write(
      source + "#if canImport(os)\nlet group: os_workgroup_t? = nil\n#endif\n",
      to: "Transport/Sources/Transport/Transport.swift")
    let failed = try small.adopt("--with", "Transport", "-o", "other", "Drive").wait()
    #expect(failed.status == 1, "\(failed)")
    let words = """
      Transport/Sources/Transport/Transport.swift: 1 left to do
        line 33: cannot find type 'os_workgroup_t' in scope
        it takes our os for Apple's: leave out import os of the extension, or this package

      """
    #expect(failed.output.contains(words), "\(failed.output)")
  }
}
