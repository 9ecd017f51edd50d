import Foundation

/// What the table of this package is about, and the page that shows it.
enum TablePage {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let url = folder.appendingPathComponent(
    "../../../../FileProvider/Documentation.docc/AppleOtherModules.md"
  ).standardized
  static let modules = ["CoreFoundationNames", "FoundationExtras"]

  /// The maps of the modules in C that the modules import: one has a map of its own, the build makes that of the other.
  static func maps(_ modules: URL) -> [URL] {
    [
      folder.appendingPathComponent("../../../Sources/CDarwin/include/module.modulemap").standardized,
      modules.deletingLastPathComponent().appendingPathComponent("CZlib.build/module.modulemap"),
    ]
  }

  /// The symbols that the tool does not see.
  static let hidden: Set<String> = []

  static let title = "Apple's other modules"
  static let subject = "What else of Apple's is here, because extensions use it and Linux lacks it"
  static let introduction = """
    <doc:AppleInterface> has the File Provider itself. An extension that was written for macOS gets all of this from `adopt-provider.sh`;
    read on to write its package by hand.

    The modules are a package of their own, `Sources/AppleModules`. SwiftPM takes no package in a folder of a repository by URL: clone the repository, and name
    both folders.

    ```swift
    dependencies: [
      .package(path: "../OpenFileProvider"),
      .package(path: "../OpenFileProvider/Sources/AppleModules"),
    ]
    ```

    | Product | Contents |
    |---|---|
    | `FoundationExtras` | what Foundation lacks on Linux: formatters, predicates with a format, the trash, file wrappers, coordinators and presenters, \
    observation of a `Progress`, parts of `URLSession`, the names of CoreFoundation; and `CDarwin`, the functions of C that macOS has and Glibc lacks |
    | `os`, `OSLog` | `Logger`, signposts and locks, over swift-log |
    | `Security` | passwords, over the Secret Service (<doc:Keychain>) |
    | `CommonCrypto` | digests, HMAC, ciphers and random bytes, by OpenSSL's libcrypto |
    | `Network` | `NWPathMonitor` |
    | `SQLite3` | SQLite itself |

    `FoundationExtras` is not the name of a module of Apple's: it comes in addition to Foundation, and no package asks for it with `canImport`. On macOS all files of a module see what Foundation has. One file of the
    extension with the lines `@_exported import FoundationExtras` and `@_exported import CDarwin` does the same on Linux.

    The modules need a few parts of the main package, which its product `FileProviderInternals` has. That product is internal: it may change with any version.
    """
}
