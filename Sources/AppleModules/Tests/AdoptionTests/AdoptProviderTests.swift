import Foundation
import Glibc
import TestSupport
import Testing

/// The script that makes a package of an extension's folder, on an extension in the style of Xcode's template.
@Suite(.enabled(if: Machine.adoptingProblem == nil, "\(Machine.adoptingProblem ?? "")"))
struct AdoptProviderTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: AdoptedSample.samples.appendingPathComponent("NotesExtension"), to: sandbox.url("NotesExtension"))
  }

  private func adopt(_ words: String...) throws -> ProcessResult {
    try sandbox.startProgram(["/bin/sh", AdoptedSample.script] + words).wait(seconds: 300)
  }

  private func made(_ path: String) throws -> String {
    try String(contentsOf: sandbox.url("NotesExtension-linux/" + path), encoding: .utf8)
  }

  /// Adopts an extension, and compares it with the modules that are built.
  private func adoptChecked(_ folder: String) throws -> ProcessResult {
    let words = try AdoptedSample.modules.flatMap { ["--modules", $0] } + [folder]
    return try sandbox.startProgram(["/bin/sh", AdoptedSample.script] + words).wait(seconds: 300)
  }

  @Test func `makes a package that compiles`() throws {
    let result = try adoptChecked("NotesExtension")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("it compiles"))
    #expect(result.output.contains("provider FileProviderExtension, identifier org.example.notes.extension"))
    #expect(result.output.contains("Info.plist: NSExtensionFileProviderUploadPipelineDepth is 4"))
    #expect(result.output.contains("changed copies: FileProviderExtension.swift NoteShelf.swift\n"))
    #expect(result.output.contains("links to the extension's own files: 2 of 4\n"))
    let link = sandbox.url("NotesExtension-linux/Sources/NotesExtension/FileProviderItem.swift").path
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link)
        == "../../../NotesExtension/FileProviderItem.swift")
    let main = try made("Sources/NotesExtension/ProviderMain.swift")
    #expect(
      main.contains(
        "run(provider: FileProviderExtension.self, identifier: \"org.example.notes.extension\", infoPlist: informationPropertyList)"
      ))
    let information = try made("Sources/NotesExtension/InformationPropertyList.swift")
    #expect(information.contains("<string>NotesExtension.FileProviderExtension</string>"))
    let package = try made("Package.swift")
    #expect(package.contains(".product(name: \"os\"") && !package.contains("Security"))
    let provider = try made("Sources/NotesExtension/FileProviderExtension.swift")
    #expect(!provider.contains("@objc") && provider.contains("import os.log\n"))
  }

  @Test func `reads an Info.plist in binary form, and says which form it cannot read`() throws {
    let plist = sandbox.url("NotesExtension/Info.plist")
    let facts = try PropertyListSerialization.propertyList(from: Data(contentsOf: plist), format: nil)
    let binary = try PropertyListSerialization.data(fromPropertyList: facts, format: .binary, options: 0)
    try binary.write(to: plist)
    let result = try adopt("--no-build", "NotesExtension")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("provider FileProviderExtension, identifier org.example.notes.extension"))
    #expect(result.output.contains("Info.plist: NSExtensionFileProviderUploadPipelineDepth is 4"))
    let information = try made("Sources/NotesExtension/InformationPropertyList.swift")
    #expect(information.contains("<string>NotesExtension.FileProviderExtension</string>"))
    #expect(try Data(contentsOf: plist) == binary)
    for odd in [Data("bplist00".utf8) + Data([1, 2, 3]), Data("{\"a\": 1}".utf8)] {
      try odd.write(to: plist)
      let refused = try adopt("--no-build", "-o", "other", "NotesExtension")
      #expect(refused.status == 1 && refused.error.contains("plutil -convert xml1"), "\(refused)")
      #expect(access(sandbox.url("other").path, F_OK) != 0)
    }
  }

  @Test func `what macOS names otherwise is renamed, and what is only for macOS is kept`() throws {
    try sandbox.write(
      """
      import Combine
      import CommonCrypto
      import CoreGraphics
      @preconcurrency import Darwin
      @preconcurrency import FileProvider // for tasks
      import LocalAuthentication // the person
      import Network
      import SQLite3
      import UserNotifications
      import class ImageIO.CGImageSource
      import os.log
      #if canImport(Cronet)
      import Cronet
      #endif
      #if os(macOS) && DEBUG
      let size = Darwin.getpagesize()
      #endif
      var status = Darwin.stat()
      let failed = Darwin.stat("/Darwin.stat(", &status) != 0 && Darwin.errno == ENOENT
      """, to: "NotesExtension/Names.swift")
    try sandbox.write("#if os(Linux)\n#elseif os(macOS)\n#endif\n", to: "NotesExtension/Knows.swift")
    try sandbox.write("// blank\n", to: "NotesExtension/main.swift")
    let result = try adopt("--no-build", "NotesExtension")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("main.swift: left out"))
    #expect(throws: (any Error).self) { try made("Sources/NotesExtension/main.swift") }
    let names = try made("Sources/NotesExtension/Names.swift")
    #expect(names.contains("import Glibc\n") && names.contains("Glibc.getpagesize()"))
    #expect(names.contains("failed = stat(\"/Darwin.stat(\", &status) != 0 && Glibc.errno == ENOENT"))
    #expect(names.contains("FileProvider; @preconcurrency import FileProviderInterface // for tasks\n"))
    #expect(names.contains("/*import LocalAuthentication*/ // the person\n"))
    // Foundation on Linux has what is wanted of it most often.
    #expect(names.contains("/*import CoreGraphics*/\n"))
    #expect(result.output.contains("  Names.swift:9: import UserNotifications is not on Linux\n"), "\(result)")
    #expect(result.output.contains("  Names.swift:10: import ImageIO is not on Linux\n"), "\(result)")
    #expect(result.output.contains("missing modules: ImageIO UserNotifications\n"), "\(result)")
    #expect(names.contains("#if (os(macOS) || os(Linux)) && DEBUG"))
    #expect(try made("Sources/NotesExtension/Knows.swift").contains("#elseif os(macOS)\n"))
    #expect(try made("Sources/Combine/Combine.swift").contains("@_exported import OpenCombine\n"))
    let package = try made("Package.swift")
    for product in ["CommonCrypto", "Network", "SQLite3", "os", "OpenCombineDispatch"] {
      #expect(package.contains(".product(name: \"\(product)\""), "\(product)")
    }
    #expect(!package.contains("unsafeFlags"))
    let exported = try made("Sources/NotesExtension/AppleModules.swift")
    #expect(
      exported == ["CDarwin", "FileProvider", "FoundationExtras", "os"].map { "@_exported import \($0)\n" }.joined())
    // No other package is to see them. SwiftPM ignores an alias now and then where a package is named beside its path.
    #expect(!package.contains(".package(name:"))
    #expect(package.contains("package: \"\(Machine.repository.lastPathComponent)\"),"))
    #expect(package.contains(".package(path: \"\(Machine.repository.path)/Sources/AppleModules\")"), "\(package)")
    for module in ["CommonCrypto", "Network", "SQLite3"] {
      #expect(package.contains("moduleAliases: [\"\(module)\": \"Apple\(module)\"]"), "\(module)")
    }
    #expect(!package.contains("[\"os\""))
  }

  @Test func `what Foundation has differently is the module's own`() throws {
    try sandbox.write(
      """
      import Foundation
      func keep(_ url: URL, at place: URL) throws -> PersonNameComponentsFormatter {
        try FileManager.default.replaceItemAt(place, withItemAt: url)
        _ = try FileManager.default.replaceItemAt(place, withItemAt: url, backupItemName: nil, options: [])
        return PersonNameComponentsFormatter()
      }
      """, to: "NotesExtension/Names.swift")
    try sandbox.write(
      """
      import Foundation
      final class Ages: DateComponentsFormatter, @unchecked Sendable {
        override func string(from ti: TimeInterval) -> String? { super.string(from: ti) ?? "now" }
      }
      func said(_ size: Measurement<UnitInformationStorage>, after time: TimeInterval) -> String {
        let sizes = MeasurementFormatter()
        sizes.unitOptions = [.naturalScale]
        sizes.unitStyle = .long
        sizes.numberFormatter.maximumFractionDigits = 1
        let times: DateComponentsFormatter = Ages()
        times.allowedUnits = [.hour, .minute]
        times.unitsStyle = .abbreviated
        times.zeroFormattingBehavior = [.pad, .dropLeading]
        let age = DateComponentsFormatter.localizedString(from: DateComponents(day: 2), unitsStyle: .full)
        var place = URL(fileURLWithPath: "/tmp")
        var values = URLResourceValues()
        values.isHidden = false
        try? place.setResourceValues(values)
        let progress = Progress(totalUnitCount: 1)
        progress.localizedDescription = "Fetching"
        progress.localizedAdditionalDescription = progress.localizedDescription + "…"
        return "\\(sizes.string(from: size)) \\(times.string(from: time) ?? "") \\(age ?? "")"
      }
      """, to: "NotesExtension/Formats.swift")
    let result = try adoptChecked("NotesExtension")
    #expect(result.status == 0, "\(result)")
    let own = try made("Sources/NotesExtension/FoundationNames.swift")
    for name in [
      "replaceOrMoveItem", "setStorableResourceValues", "DateComponentsFormatter", "MeasurementFormatter",
      "settableLocalizedDescription", "settableLocalizedAdditionalDescription",
    ] {
      #expect(own.contains(name), "\(name)")
    }
  }

  @Test func `the language mode is the Xcode project's, or the one that is asked for`() throws {
    let mode = { (words: String...) -> String in
      _ = try sandbox.shell("rm -rf NotesExtension-linux")
      let result = try sandbox.startProgram(
        ["/bin/sh", AdoptedSample.script, "--no-build"] + words
      ).wait(seconds: 60)
      return result.status == 0
        ? String(try made("Package.swift").split(separator: "swiftLanguageModes: ")[1].prefix(5)) : result.error
    }
    #expect(try mode("NotesExtension") == "[.v5]")
    #expect(try mode("--swift-version", "6", "NotesExtension") == "[.v6]")
    #expect(try mode("--swift-version", "7", "NotesExtension").contains("the language mode is 5 or 6"))
    let project = "\t\tSWIFT_STRICT_CONCURRENCY = complete;\n\t\tSWIFT_VERSION = 6.0;\n"
    try Sandbox.makeFolder(sandbox.folder + "/My Notes.xcodeproj")
    try sandbox.write(project + project, to: "My Notes.xcodeproj/project.pbxproj")
    #expect(try mode("NotesExtension") == "[.v6]")
    #expect(try mode("--swift-version", "5", "NotesExtension") == "[.v5]")
    try sandbox.write(project + "\t\tSWIFT_VERSION = 5.0;\n", to: "My Notes.xcodeproj/project.pbxproj")
    #expect(try mode("NotesExtension") == "[.v5]")
  }

  @Test func `says file by file what is left to do, and changes nothing of the extension`() throws {
    try sandbox.write(
      "import Foundation\nimport AppKit\nimport SwiftUI\nfinal class Window {}\n", to: "NotesExtension/Window.swift")
    try sandbox.write(
      "import FileProvider\nfunc broken(_ item: NSFileProviderItem) -> Int { item.color }\n",
      to: "NotesExtension/Parts/Broken.swift")
    let before = try sandbox.shell("cat $(find NotesExtension -type f | sort)").output
    let result = try adoptChecked("NotesExtension")
    #expect(result.status == 1, "\(result)")
    #expect(result.output.contains("Window.swift:3: import SwiftUI is not on Linux"))
    #expect(result.output.contains("missing modules: SwiftUI\n"))
    #expect(try made("Sources/NotesExtension/Window.swift").contains("/*import AppKit*/\n"))
    #expect(result.output.contains("Window.swift: 1 left to do"))
    #expect(result.output.contains("line 3: no such module 'SwiftUI'"), "\(result)")
    #expect(try sandbox.shell("cat $(find NotesExtension -type f | sort)").output == before)
  }

  @Test func `what it says at the end fits on a screen`() throws {
    func write(_ line: String) throws {
      for number in 10..<30 {
        try sandbox.write(
          "import FileProvider\n\(line)\(number)\nfunc use\(number)() { perform(#selector(tick)); a = 1; b = 2 }\n",
          to: "NotesExtension/File\(number).swift")
      }
    }
    try write("import SwiftUI")
    let made = try adopt("--no-build", "-o", "made", "NotesExtension").output.split(separator: "\n")
    #expect(made.count <= 24, "\(made)")
    #expect(made.contains("  File10.swift:3: #selector is not on Linux"), "\(made)")
    #expect(made.contains("  and 32 more such lines, all of them in \(sandbox.folder)/made/left.txt"), "\(made)")
    #expect(try sandbox.shell("wc -l <made/left.txt").output == "40\n")
    #expect(made.contains("missing modules:\((10..<30).map { " SwiftUI\($0)" }.joined())"[...]), "\(made)")

    try write("let number = ")
    let checked = try adoptChecked("NotesExtension").output.split(separator: "\n")
    #expect(checked.count <= 40, "\(checked)")
    #expect(checked.contains { $0.hasPrefix("left to do, after ") }, "\(checked)")
    #expect(checked.last == "and 14 more files")
  }

  @Test func `helper code that cannot be used is refused, and the reason is given`() throws {
    _ = try sandbox.shell(
      "mkdir Network Empty Broken 'My Kit' Seal other; echo 'let a = 1' | tee Network/A.swift >other/A.swift; echo oops >Broken/Package.swift; touch 'My Kit/Package.swift'"
    )
    for (folder, words) in [
      ("nowhere", "not a folder"), ("Network", "no module can be named Network here"), ("Empty", "no Swift file"),
      ("Broken", "this package cannot be read"), ("My Kit", "rename the folder"),
    ] {
      let refused = try adopt("--no-build", "--with", folder, "NotesExtension")
      #expect(refused.status != 0 && refused.error.contains(words), "\(folder): \(refused)")
      #expect(access(sandbox.url("NotesExtension-linux").path, F_OK) != 0)
    }
    let checked = try adopt("--modules", sandbox.folder, "--with", "other", "NotesExtension")
    #expect(checked.status == 64 && checked.error.contains("--modules checks one module"), "\(checked)")
    let twice = try adopt("--no-build", "--with", "other", "--with", "other", "NotesExtension")
    #expect(twice.status == 64 && twice.error.contains("there is another other"), "\(twice)")

    // A package has no CryptoKit of ours.
    try sandbox.write("import CryptoKit\nimport Elsewhere\n", to: "Seal/Sources/Seal/Seal.swift")
    try sandbox.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "Seal", products: [.library(name: "Seal", targets: ["Seal"])], targets: [.target(name: "Seal")])
      """, to: "Seal/Package.swift")
    let sealed = try adopt("--no-build", "--with", "Seal", "NotesExtension")
    #expect(sealed.status == 0 && sealed.output.contains("missing modules: CryptoKit\n"), "\(sealed)")
    #expect(sealed.output.contains("  Seal/Sources/Seal/Seal.swift:1: import CryptoKit is not on Linux\n"))
  }

  /// A link to the extension's own file would be written through.
  @Test func `a file that has the name of one that is added is refused, and stays as it is`() throws {
    _ = try sandbox.shell("mkdir Helper; echo 'let helper = 1' >Helper/Helper.swift")
    for path in [
      "NotesExtension/AppleModules.swift", "NotesExtension/Parts/FoundationNames.swift",
      "NotesExtension/InformationPropertyList.swift", "NotesExtension/ProviderMain.swift", "Helper/AppleModules.swift",
    ] {
      try sandbox.write("// mine\n", to: path)
      let refused = try adopt("--no-build", "--with", "Helper", "NotesExtension")
      #expect(refused.status == 64, "\(refused)")
      #expect(refused.error.contains("\(sandbox.folder)/\(path): rename this file"), "\(refused)")
      #expect(try sandbox.shell("cat \(path); rm \(path)").output == "// mine\n")
      #expect(access(sandbox.url("NotesExtension-linux").path, F_OK) != 0)
    }
    #expect(try adopt("--no-build", "--with", "Helper", "NotesExtension").status == 0)
  }

  /// Writes a package that is copied, since it imports what is ours.
  private func writeKit(_ words: String = "", to file: String = "Package.swift") throws {
    try sandbox.write(
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])],\(words)
        targets: [.target(name: "Kit")])

      """, to: "Kit/" + file)
    try sandbox.write("import Network\n", to: "Kit/Sources/Kit/Kit.swift")
  }

  /// In the copy the link would lead to the files that were copied.
  @Test func `a package is not written to, and not copied into itself`() throws {
    try writeKit()
    let adopt = { try self.adopt("--no-build", "--with", "Kit", "-o", $0, "NotesExtension") }
    let inside = try adopt("Kit/made")
    #expect(inside.status == 64 && inside.error.contains("name another place with --output"), "\(inside)")
    try sandbox.write("// mine\n", to: "Kit/Sources/Kit/AppleModules.swift")
    let taken = try adopt("made")
    #expect(taken.status == 64 && taken.error.contains("Kit/AppleModules.swift: rename this file"), "\(taken)")
    _ = try sandbox.shell(
      "rm Kit/Sources/Kit/AppleModules.swift; mv Kit/Sources Elsewhere; ln -s $S/Elsewhere Kit/Sources")
    try sandbox.write("import Network\n", to: "Kit/Other.swift")
    let linked = try adopt("made")
    #expect(linked.status == 64 && linked.error.contains("behind a symbolic link"), "\(linked)")
    #expect(try sandbox.shell("ls Elsewhere/Kit; ls made Kit/made").output == "Kit.swift\n")
  }

  /// The next package would have the files of the first one, too.
  @Test func `a package is not made inside the folders that it is made of`() throws {
    _ = try sandbox.shell("mkdir Parts; echo 'let a = 1' >Parts/A.swift; ln -s NotesExtension linked")
    for (place, folder) in [
      ("NotesExtension/made", "the extension's folder"), ("NotesExtension/new/made", "the extension's folder"),
      ("linked/made", "the extension's folder"),
      ("./NotesExtension/../Parts/made", "the folder \(sandbox.folder)/Parts"),
    ] {
      let refused = try adopt("--no-build", "--with", "Parts", "-o", place, "NotesExtension")
      #expect(
        refused.status == 64 && refused.error.contains("\(place): this is inside \(folder); name another place"),
        "\(refused)")
    }
    #expect(try sandbox.shell("find . -name '*made*' -o -name new").output.isEmpty)
  }

  @Test func `paths are printed as they are, and a relative cache folder is ignored`() throws {
    let odd = #"a\tb\c"#
    _ = try sandbox.shell("mkdir \"$N\"; mv NotesExtension \"$N\"", ["N": odd])
    let result = try sandbox.startProgram(
      ["/bin/sh", AdoptedSample.script, "--no-build", "--package", "file:///nowhere", odd + "/NotesExtension"],
      ["XDG_CACHE_HOME": "cache"]
    ).wait(seconds: 60)
    #expect(result.error.contains("this cannot be cloned"), "\(result)")
    #expect(try sandbox.shell("ls -d cache .cache/adopt-provider").output == ".cache/adopt-provider\n")
    let made = try adopt("--no-build", odd + "/NotesExtension")
    #expect(made.output.hasPrefix("made \(sandbox.folder)/\(odd)/NotesExtension-linux: "), "\(made)")
  }

  @Test func `every manifest of a copied package has what is ours, and the packages beside it`() throws {
    let parent = #"a & "b" | \c"#
    for file in ["Package.swift", "Package@swift-5.10.swift"] {
      try writeKit("\n  dependencies: [.package(path: \"../A\"), .package(path: \"../B\")],", to: file)
    }
    for name in ["A", "B"] { try sandbox.write("", to: "\(name)/Package.swift") }
    _ = try sandbox.shell("mkdir \"$N\"; mv Kit A B \"$N\"", ["N": parent])
    let result = try adopt("--no-build", "--with", parent + "/Kit", "NotesExtension")
    #expect(result.status == 0, "\(result)")
    let place = #"\#(sandbox.folder)/a & \"b\" | \\c/"#
    for file in ["Package.swift", "Package@swift-5.10.swift"] {
      let manifest = try made("Packages/Kit/" + file)
      for words in ["(path: \"\(place)A\"), ", "(path: \"\(place)B\")]", "\"AppleNetwork\""] {
        #expect(manifest.contains(words), "\(words) in \(manifest)")
      }
    }
  }

  @Test func `a file is in one module`() throws {
    _ = try sandbox.shell("mkdir NotesExtension/Parts; echo 'let a = 1' | tee NotesExtension/Parts/A.swift >B.swift")
    for (folder, words) in [
      ("NotesExtension", "move it out"), ("NotesExtension/Parts", "move it out"), (".", "name a folder without it"),
    ] {
      let refused = try adopt("--no-build", "--with", folder, "NotesExtension")
      #expect(refused.status == 64 && refused.error.contains(words), "\(folder): \(refused)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `a signal leaves no temporary files`(signal: Int32) throws {
    try writeKit()
    _ = try sandbox.shell(
      "mkdir bin temporary; printf '#!/bin/sh\\nkill -\(signal) 0\\n' >bin/swift; chmod +x bin/swift")
    let path = "\(sandbox.folder)/bin:" + (sandbox.environment["PATH"] ?? "")
    let result = try sandbox.startProgram(
      ["/bin/sh", AdoptedSample.script, "--with", "Kit", "NotesExtension"],
      ["PATH": path, "TMPDIR": sandbox.folder + "/temporary"]
    ).wait(seconds: 60)
    #expect(result.status == 128 + signal, "\(result)")
    #expect(try sandbox.shell("ls temporary").output.isEmpty)
  }

  @Test func `tells files apart whose names end alike, in folders of any name`() throws {
    let odd = "it's a [b] & c:d+(x)"
    _ = try sandbox.shell("mkdir \"\(odd)\"; mv NotesExtension \"\(odd)/My Notes\"")
    for (name, word) in [("Item", "color"), ("MyItem", "colour")] {
      try sandbox.write(
        "import FileProvider\nfunc of\(name)(_ item: NSFileProviderItem) -> Int { item.\(word) }\n",
        to: "\(odd)/My Notes/\(name).swift")
    }
    let result = try adoptChecked("\(odd)/My Notes")
    #expect(result.status == 1, "\(result)")
    let words = "of type 'any NSFileProviderItem' (aka 'any NSFileProviderItemProtocol') has no member"
    let expected = """
      Item.swift: 1 left to do
        line 2: value \(words) 'color'
      MyItem.swift: 1 left to do
        line 2: value \(words) 'colour'

      """
    #expect(result.output.hasSuffix(expected), "\(result)")
  }

  @Test func `a URL is cloned once for each version, and again for the newest commit when there is another`() throws {
    func commit(_ text: String) throws -> ProcessResult {
      try sandbox.write(text, to: "repository/Sources/AppleModules/Package.swift")
      return try sandbox.shell(
        "cd repository; git init -q; git add .; git -c user.name=a -c user.email=a@example.org commit -qm '\(text)'")
    }
    /// The package that was cloned, as the adopted one names it.
    func cloned(_ words: String...) throws -> String {
      _ = try sandbox.shell("rm -rf NotesExtension-linux")
      let address = "file://\(sandbox.folder)/repository"
      let result = try sandbox.startProgram(
        ["/bin/sh", AdoptedSample.script, "--no-build", "--package", address] + words + ["NotesExtension"]
      ).wait(seconds: 60)
      try #require(result.status == 0, "\(result)")
      let path = try #require(try made("Package.swift").components(separatedBy: ".package(path: \"").last)
      return try String(contentsOfFile: path.components(separatedBy: "\"")[0] + "/Package.swift", encoding: .utf8)
    }
    #expect(try commit("one").status == 0)
    #expect(try sandbox.shell("cd repository; git tag 1.0").status == 0)
    #expect(try cloned("--version", "1.0") == "one" && cloned() == "one")
    #expect(try commit("two").status == 0)
    #expect(try cloned("--version", "1.0") == "one" && cloned() == "two")
    #expect(try sandbox.shell("ls .cache/adopt-provider").lines.count == 2)
    let unknown = try adopt("--no-build", "--package", "file:///nowhere", "-o", "other", "NotesExtension")
    #expect(unknown.status == 1 && unknown.error.contains("this cannot be cloned"), "\(unknown)")
    let older = try adopt("--no-build", "--package", sandbox.folder, "-o", "other", "NotesExtension")
    #expect(older.status == 64 && older.error.contains("there is no Sources/AppleModules"), "\(older)")
  }

  @Test func `an extension's folder may have the name of a module`() throws {
    for name in ["FileProvider", "Network", "Logging", "System", "Combine", "fileprovider"] {
      _ = try sandbox.shell("mkdir \(name); echo 'import System' | cat - NotesExtension/*.swift >\(name)/All.swift")
      #expect(try adopt("--no-build", name).status == 0)
      let package = try String(contentsOf: sandbox.url("\(name)-linux/Package.swift"), encoding: .utf8)
      #expect(package.contains(".executableTarget(\n      name: \"\(name)Extension\","), "\(package)")
      let folders = try FileManager.default.contentsOfDirectory(atPath: sandbox.url("\(name)-linux/Sources").path)
      #expect(Set(folders) == ["\(name)Extension", "System"])
    }
    _ = try sandbox.shell("mv NotesExtension SQL")
    #expect(try adopt("--no-build", "SQL").status == 0)
    #expect(try sandbox.shell("ls SQL-linux/Sources").output == "SQL\n")
  }

  @Test func `refuses what it cannot do, and says what to do`() throws {
    #expect(try adopt().status == 64)
    #expect(try adopt("nowhere").error.contains("not a folder"))
    #expect(try adopt("--what", "NotesExtension").status == 64)
    #expect(try adopt("--help").output.contains("usage: adopt-provider.sh"))
    #expect(try adopt("--no-build", "NotesExtension").status == 0)
    let again = try adopt("--no-build", "NotesExtension")
    #expect(again.status == 1 && again.error.contains("--output"))
    _ = try sandbox.shell("rm NotesExtension/Info.plist")
    let other = try adopt("--no-build", "--identifier", "org.example.other", "-o", "other", "NotesExtension")
    #expect(other.status == 0 && other.output.contains("provider FileProviderExtension, identifier org.example.other"))
    _ = try sandbox.shell("mkdir empty")
    #expect(try adopt("--no-build", "empty").error.contains("no Swift file"))
  }
}
