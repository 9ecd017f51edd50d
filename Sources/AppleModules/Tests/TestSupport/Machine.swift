package import Foundation

/// What this machine and the build of the main package have for tests.
package enum Machine {
  /// The folder of the repository, with the main package in it.
  package static let repository = (1...5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// A program of the main package: in `FILEPROVIDER_BINARIES`, or where `swift build` puts it.
  package static func built(_ name: String) -> String? {
    let folder = ProcessInfo.processInfo.environment["FILEPROVIDER_BINARIES"]
    return program(name, in: [folder ?? repository.path + "/.build/debug"])
  }

  /// The folder with the packages that this one was built with, in the folder of the build.
  package static var checkouts: String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    return (1...3).reduce(URL(fileURLWithPath: own)) { url, _ in url.deletingLastPathComponent() }.path + "/checkouts"
  }

  /// A program of the system.
  package static func installed(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return program(name, in: path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"])
  }

  private static func program(_ name: String, in folders: [String]) -> String? {
    folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Why no extension can be compiled with the modules of the main package, if so.
  package static var adoptingProblem: String? {
    built("FolderFixture") == nil ? "the main package is not built: swift build --build-tests" : nil
  }

  /// Why no extension can be mounted, if so.
  package static var mountingProblem: String? {
    access("/dev/fuse", R_OK | W_OK) == 0 ? adoptingProblem : "there is no /dev/fuse"
  }
}
