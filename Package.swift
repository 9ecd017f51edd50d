// swift-tools-version: 6.2

import PackageDescription

/// Warnings are errors and imports are internal unless a file says otherwise.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// The commit, where whoever builds says it: FILEPROVIDER_COMMIT=$(git describe --always --dirty) swift build.
///
/// Not asked of git here: SwiftPM remembers what this file said last time, and would tell an old commit.
let commit = Context.environment["FILEPROVIDER_COMMIT"].map { text in
  CSetting.define("FILEPROVIDER_COMMIT", to: "\"\(text.filter { $0.isLetter || $0.isNumber || "-._".contains($0) })\"")
}

let package = Package(
  name: "OpenFileProvider",
  products: [
    .library(name: "FileProvider", targets: ["FileProvider", "UniformTypeIdentifiers"]),
    .library(name: "FileProviderHost", targets: ["FileProviderHost", "FileProvider"]),
    .library(name: "FileProviderTesting", targets: ["FileProviderTesting", "FileProviderValidation", "FileProvider"]),
    .library(name: "Contacts", targets: ["Contacts"]),
    .library(name: "ContactProvider", targets: ["ContactProvider", "Contacts", "ExtensionFoundation"]),
    // Internal: for the package in Sources/AppleModules alone. It may change with any version.
    .library(name: "FileProviderInternals", targets: ["CCrypto", "Digests", "PredicateFormat", "SecretService"]),
    .executable(name: "fileprovider", targets: ["fileprovider"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CFuse3", pkgConfig: "fuse3", providers: [.apt(["libfuse3-dev", "fuse3"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CFileProviderSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CBus", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "LinuxSystem", dependencies: ["CLinux"], swiftSettings: settings),
    .target(name: "CBuild", cSettings: commit.map { [$0] } ?? []),
    .target(name: "UniformTypeIdentifiers", swiftSettings: settings),
    .target(
      name: "FileProviderInterface", dependencies: ["UniformTypeIdentifiers"], swiftSettings: settings),
    .target(name: "FileProvider", dependencies: ["FileProviderInterface"], swiftSettings: settings),
    .target(name: "PredicateFormat", swiftSettings: settings),
    .target(name: "VCard", swiftSettings: settings),
    .target(
      name: "Contacts", dependencies: ["FileProviderSQLite", "FileProviderStore", "LinuxSystem", "VCard", log],
      swiftSettings: settings),
    .target(name: "ExtensionFoundation", swiftSettings: settings),
    .target(
      name: "ContactProvider",
      dependencies: [
        "Contacts", "ExtensionFoundation", "FileProviderDomains", "FileProviderHost", "FileProviderProgram",
        "FileProviderStore", "LinuxSystem",
      ], swiftSettings: settings),
    .target(name: "SecretService", dependencies: ["CBus"], swiftSettings: settings),
    .target(name: "CCrypto", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "Digests", dependencies: ["CCrypto"], swiftSettings: settings),
    .target(
      name: "FileProviderSQLite", dependencies: ["CLinux", "CFileProviderSQLite", "LinuxSystem"],
      swiftSettings: settings),
    .target(
      name: "FileProviderStore",
      dependencies: [
        "CLinux", "Digests", "FileProviderInterface", "FileProviderSQLite", "FileProviderSync", "LinuxSystem", log,
      ], swiftSettings: settings),
    .target(
      name: "FileProviderFileSystem", dependencies: ["FileProviderStore", "LinuxSystem", "VCard", log],
      swiftSettings: settings),
    .target(
      name: "FileProviderFUSE", dependencies: ["FileProviderFileSystem", "CFuse3", "LinuxSystem", log],
      swiftSettings: settings),
    .target(name: "FileProviderSync", swiftSettings: settings),
    .target(
      name: "FileProviderReplica", dependencies: ["FileProviderStore", "FileProviderSync", "LinuxSystem", log],
      swiftSettings: settings),
    .target(
      name: "FileProviderProcess",
      dependencies: ["CLinux", "FileProviderInterface", "FileProviderStore", "LinuxSystem", log],
      swiftSettings: settings),
    .target(
      name: "FileProviderWebDAV",
      dependencies: [
        "CCurl", "CExpat", "Digests", "FileProviderInterface", "LinuxSystem", "FileProviderSQLite", "SecretService",
        "VCard",
      ],
      swiftSettings: settings),
    .target(
      name: "FileProviderValidation", dependencies: ["FileProviderInterface", "UniformTypeIdentifiers"],
      swiftSettings: settings),
    .target(
      name: "FileProviderProgram",
      dependencies: [
        "CLinux", "FileProviderFUSE", "FileProviderInterface", "FileProviderReplica", "FileProviderStore",
        "LinuxSystem", "UniformTypeIdentifiers", log,
      ], swiftSettings: settings),
    .target(
      name: "FileProviderDomains",
      dependencies: [
        "FileProviderFileSystem", "FileProviderInterface", "FileProviderProcess", "FileProviderProgram",
        "FileProviderReplica", "FileProviderStore", "FileProviderWebDAV", "LinuxSystem", log,
      ], swiftSettings: settings),
    .target(
      name: "FileProviderThumbnails",
      dependencies: [
        "Digests", "FileProviderInterface", "FileProviderProcess", "FileProviderProgram", "FileProviderReplica",
        "FileProviderStore", "FileProviderValidation", "LinuxSystem", log,
      ], swiftSettings: settings),
    .target(
      name: "FileProviderMounting",
      dependencies: [
        "FileProviderDomains", "FileProviderFUSE", "FileProviderProcess", "FileProviderProgram", "FileProviderStore",
        "FileProviderThumbnails", "LinuxSystem", log,
      ], swiftSettings: settings),
    .target(
      name: "FileProviderCopying",
      dependencies: ["CLinux", "FileProviderDomains", "FileProviderProgram", "FileProviderStore", "LinuxSystem"],
      swiftSettings: settings),
    .target(
      name: "FileProviderWatching",
      dependencies: [
        "CLinux", "FileProviderDomains", "FileProviderInterface", "FileProviderProgram", "FileProviderStore",
        "LinuxSystem",
      ], swiftSettings: settings),
    .target(
      name: "FileProviderManaging",
      dependencies: [
        "FileProviderCopying", "FileProviderDomains", "FileProviderInterface", "FileProviderProcess",
        "FileProviderProgram", "FileProviderReplica", "FileProviderStore", "FileProviderThumbnails", "LinuxSystem",
        "SecretService", "UniformTypeIdentifiers", log,
      ], swiftSettings: settings),
    .target(
      name: "FileProviderHost",
      dependencies: [
        "CBuild", "CLinux", "Contacts", "FileProviderCopying", "FileProviderDomains", "FileProviderFUSE",
        "FileProviderFileSystem",
        "FileProviderInterface", "FileProviderManaging", "FileProviderMounting", "FileProviderProcess",
        "FileProviderProgram", "FileProviderReplica", "FileProviderStore", "FileProviderThumbnails",
        "FileProviderValidation", "FileProviderWatching", "FileProviderWebDAV", "LinuxSystem", "PredicateFormat",
        "SecretService", "UniformTypeIdentifiers", "VCard", argumentParser, log,
      ], swiftSettings: settings),
    .target(
      name: "FileProviderTesting", dependencies: ["FileProviderInterface", "FileProviderStore", "LinuxSystem"],
      swiftSettings: settings),
    .executableTarget(
      name: "fileprovider", dependencies: ["FileProviderHost"], path: "Sources/fileprovider-command",
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["CLinux", "FileProviderStore", "FileProviderTesting", "LinuxSystem"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "FileProviderTests", dependencies: ["FileProvider", "TestSupport", "UniformTypeIdentifiers"],
      exclude: ["Table/symbols.tsv"],
      swiftSettings: settings),
    .testTarget(
      name: "ContactsTests",
      dependencies: ["Contacts", "FileProviderSQLite", "FileProviderStore", "TestSupport", "VCard"],
      swiftSettings: settings),
    .executableTarget(
      name: "ContactProviderFixture", dependencies: ["ContactProvider", "Contacts", "ExtensionFoundation"],
      path: "Tests/Programs/ContactProviderFixture", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "ContactProviderTests",
      dependencies: [
        "ContactProvider", "ContactProviderFixture", "Contacts", "FileProviderStore", "LinuxSystem", "TestSupport",
      ], swiftSettings: settings),
    .testTarget(name: "VCardTests", dependencies: ["TestSupport", "VCard"], swiftSettings: settings),
    .testTarget(name: "SecretServiceTests", dependencies: ["SecretService", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "UniformTypeIdentifiersTests", dependencies: ["TestSupport", "UniformTypeIdentifiers"],
      swiftSettings: settings),
    .executableTarget(
      name: "ProviderFixture",
      dependencies: ["FileProvider", "FileProviderHost", "FileProviderTesting", "UniformTypeIdentifiers"],
      path: "Tests/Programs/ProviderFixture",
      swiftSettings: settings),
    .executableTarget(
      name: "FolderFixture", dependencies: ["FileProvider", "FileProviderHost", "UniformTypeIdentifiers"],
      path: "Tests/Programs/FolderFixture", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "NumberedFixture", dependencies: ["FileProvider", "FileProviderHost", "UniformTypeIdentifiers"],
      path: "Tests/Programs/NumberedFixture", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "SoakFixture", dependencies: ["FileProvider", "FileProviderHost", "UniformTypeIdentifiers"],
      path: "Tests/Programs/SoakFixture", swiftSettings: settings),
    .executableTarget(
      name: "MemoryFixture", dependencies: ["FileProviderHost", "FileProviderTesting"],
      path: "Tests/Programs/MemoryFixture", swiftSettings: settings),
    .executableTarget(
      name: "ManagingApp", dependencies: ["FileProvider", "FileProviderHost"], path: "Tests/Programs/ManagingApp",
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderHostTests",
      dependencies: [
        "FileProviderCopying", "FileProviderDomains", "FileProviderHost", "FileProviderInterface",
        "FileProviderManaging", "FileProviderMounting", "FileProviderProcess", "FileProviderProgram",
        "FileProviderReplica", "FileProviderStore",
        "FileProviderTesting", "FileProviderThumbnails", "FileProviderValidation", "FileProviderWatching",
        "FolderFixture", "LinuxSystem", "ManagingApp", "NumberedFixture", "PredicateFormat", "ProviderFixture",
        "SamplePictures", "SoakFixture", "TestSupport", "WebDAVFixture", "fileprovider",
      ],
      swiftSettings: settings),
    .target(
      name: "SamplePictures", dependencies: ["FileProviderThumbnails"], path: "Tests/SamplePictures",
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderMountingTests",
      dependencies: [
        "FileProviderMounting", "FileProviderProgram", "FileProviderStore", "FileProviderTesting", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderManagingTests",
      dependencies: [
        "FileProviderInterface", "FileProviderManaging", "FileProviderReplica", "FileProviderStore", "LinuxSystem",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderDomainsTests",
      dependencies: ["FileProviderDomains", "FileProviderProgram", "FileProviderStore"],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderCopyingTests",
      dependencies: ["FileProviderCopying", "FileProviderDomains", "FileProviderStore", "LinuxSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderThumbnailsTests",
      dependencies: [
        "FileProviderProgram", "FileProviderThumbnails", "FileProviderValidation", "SamplePictures", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderProgramTests",
      dependencies: ["FileProviderCopying", "FileProviderDomains", "FileProviderProgram"],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderWatchingTests",
      dependencies: ["FileProviderProgram", "FileProviderStore", "FileProviderWatching"],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderValidationTests", dependencies: ["FileProviderValidation"],
      swiftSettings: settings),
    .target(
      name: "SyncSimulator", dependencies: ["FileProviderSync"], path: "Tests/SyncSimulator", swiftSettings: settings),
    .executableTarget(
      name: "SyncHistories", dependencies: ["FileProviderSync", "SyncSimulator"], path: "Tests/Programs/SyncHistories",
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderSyncTests", dependencies: ["FileProviderSync", "SyncSimulator"], swiftSettings: settings),
    .testTarget(
      name: "FileProviderReplicaTests",
      dependencies: [
        "FileProvider", "FileProviderReplica", "FileProviderStore", "FileProviderSync", "FileProviderTesting",
        "LinuxSystem", "FileProviderSQLite",
        "TestSupport", log,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderProcessTests",
      dependencies: ["FileProvider", "FileProviderProcess", "FileProviderStore", "LinuxSystem", "TestSupport", log],
      swiftSettings: settings),
    .executableTarget(name: "WebDAVFixture", path: "Tests/Programs/WebDAVFixture", swiftSettings: settings),
    .testTarget(
      name: "FileProviderWebDAVTests",
      dependencies: [
        "Digests", "FileProviderInterface", "FileProviderTesting", "FileProviderValidation", "FileProviderWebDAV",
        "LinuxSystem", "FileProviderSQLite", "SecretService", "TestSupport", "UniformTypeIdentifiers", "WebDAVFixture",
        "fileprovider",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderTestingTests",
      dependencies: [
        "FileProvider", "FileProviderStore", "FileProviderTesting", "FileProviderValidation", "TestSupport",
        "UniformTypeIdentifiers",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderStoreTests",
      dependencies: [
        "CFileProviderSQLite", "FileProvider", "FileProviderStore", "FileProviderSync", "FileProviderTesting",
        "LinuxSystem",
        "MountFixture", "FileProviderSQLite",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderSQLiteTests",
      dependencies: ["CFileProviderSQLite", "FileProviderSQLite", "LinuxSystem", "TestSupport"], swiftSettings: settings
    ),
    .executableTarget(
      name: "MountFixture",
      dependencies: [
        "CFileProviderSQLite", "FileProviderFUSE", "FileProvider", "FileProviderStore", "LinuxSystem", log,
      ],
      path: "Tests/Programs/MountFixture", swiftSettings: settings),
    .testTarget(
      name: "FileProviderFileSystemTests",
      dependencies: [
        "FileProviderFileSystem", "FileProviderStore", "FileProvider", "LinuxSystem", "FileProviderSQLite",
        "TestSupport", log,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileProviderFUSETests",
      dependencies: [
        "CSystemCalls", "FileProviderFUSE", "FileProviderFileSystem", "FileProviderTesting", "LinuxSystem",
        "MountFixture", "TestSupport",
      ],
      swiftSettings: settings),
    .systemLibrary(name: "CSystemCalls", path: "Tests/C/CSystemCalls"),
    .executableTarget(
      name: "MountExerciser", dependencies: ["CSystemCalls", "LinuxSystem", "TestSupport"],
      path: "Tests/Programs/MountExerciser",
      swiftSettings: settings),
    .target(name: "CFileCalls", path: "Tests/C/CFileCalls"),
    .executableTarget(
      name: "FileCallRecorder",
      dependencies: ["CFileCalls", "FileProviderFileSystem", "FileProviderStore", "TestSupport", log],
      path: "Tests/Programs/FileCallRecorder", swiftSettings: settings),
    .executableTarget(
      name: "ReplicaExerciser",
      dependencies: [
        "CFileCalls", "FileProvider", "FileProviderFileSystem", "FileProviderReplica", "FileProviderStore",
        "FileProviderTesting", "LinuxSystem", "TestSupport", log,
      ],
      path: "Tests/Programs/ReplicaExerciser", swiftSettings: settings),
    .executableTarget(
      name: "ChangeCounter", dependencies: ["CFileProviderSQLite", "FileProviderStore"],
      path: "Tests/Programs/ChangeCounter",
      swiftSettings: settings),
    .executableTarget(
      name: "ReplicaMeter",
      dependencies: [
        "FileProviderInterface", "FileProviderReplica", "FileProviderStore", "LinuxSystem", "UniformTypeIdentifiers",
        log,
      ],
      path: "Tests/Programs/ReplicaMeter", swiftSettings: settings),
    .testTarget(
      name: "FileProviderMountTests",
      dependencies: ["CSystemCalls", "TestSupport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
