import Foundation
import TestSupport
import Testing

/// What the adopting script takes of an Xcode project: names that nobody has to give by hand.
@Suite struct AdoptedSettingsTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.copyItem(
      at: AdoptedSample.samples.appendingPathComponent("DriveProject"), to: sandbox.url("Project"))
  }

  private func adopt(_ words: String...) throws -> ProcessResult {
    _ = try sandbox.shell("rm -rf made")
    let script = ["/bin/sh", AdoptedSample.script, "--no-build", "-o", "made"]
    return try sandbox.startProgram(script + words).wait(seconds: 60)
  }

  private func made(_ path: String) throws -> String {
    try String(contentsOf: sandbox.url("made/" + path), encoding: .utf8)
  }

  private func edit(_ file: String, _ change: String) throws {
    #expect(try sandbox.shell("sed -i '\(change)' \"Project/\(file)\"").status == 0)
  }

  @Test func `identifier, module, property list, group and language mode are those of the target`() throws {
    // The only extension of the project, whose Info.plist is not beside the sources.
    let result = try adopt("Project/Extension/Sources", "--with", "Project/Core")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("provider DriveExtension, identifier org.example.My-Team.extension\n"), "\(result)")
    #expect(result.output.contains("  settings: those of the target Drive Extension in My Drive.xcodeproj\n"))
    #expect(result.output.contains("the group group.org.example.My-Team is a folder of"), "\(result)")
    let package = try made("Package.swift")
    for words in ["name: \"Drive_Extension\"", "name: \"DriveCore\"", "swiftLanguageModes: [.v6]"] {
      #expect(package.contains(words), "\(words) in \(package)")
    }
    let information = try made("Sources/Drive_Extension/InformationPropertyList.swift")
    for text in ["org.example.My-Team.extension", "Drive Extension", "Drive_Extension.DriveExtension"] {
      #expect(information.contains("<string>\(text)</string>"), "\(text) in \(information)")
    }
    // What no file says stays; what one says is text, in XML and in Swift.
    #expect(information.contains("<string>$(CURRENT_PROJECT_VERSION)</string>"))
    #expect(information.contains("<string>&quot;##) &amp; &lt;Drive> &#92;##(exit(1))</string>"), "\(information)")
  }

  @Test func `a configuration file may be named by the folder that Xcode synchronizes`() throws {
    let base = #"baseConfigurationReference = 8A0000000000000000000001 .. Base.xcconfig ..;"#
    let anchor = "baseConfigurationReferenceAnchor = 8A0000000000000000000011 \\/* Config *\\/;"
    try edit(
      "My Drive.xcodeproj/project.pbxproj",
      "s/\(base)/\(anchor)\\n\t\t\tbaseConfigurationReferenceRelativePath = Base.xcconfig;/")
    #expect(try adopt("Project/Extension/Sources").output.contains("identifier org.example.My-Team.extension\n"))
  }

  @Test func `options come before the project, and a value that is no name is refused`() throws {
    let given = try adopt("--identifier", "org.example.given", "--swift-version", "5", "Project/Extension/Sources")
    #expect(given.output.contains("identifier org.example.given\n"), "\(given)")
    #expect(try made("Package.swift").contains("[.v5]"))
    #expect(
      try made("Sources/Drive_Extension/InformationPropertyList.swift").contains("<string>org.example.given</string>"))

    let project = "My Drive.xcodeproj/project.pbxproj"
    try edit(project, #"s/= "$(BASE_ID).extension"/= "org.example.\\"; exit(1) \/\/"/"#)
    try edit(project, #"s/"$(TARGET_NAME)"/"a \\"b\\" $(touch x)"/"#)
    let refused = try adopt("Project/Extension/Sources")
    #expect(refused.status == 64 && refused.error.contains("this is no bundle identifier"), "\(refused)")
    let named = try adopt("--identifier", "org.example.given", "Project/Extension/Sources")
    #expect(named.status == 0, "\(named)")
    #expect(try made("Package.swift").contains("name: \"a__b____touch_x_\""))
    #expect(try sandbox.shell("ls x").status != 0)
  }

  @Test func `a path of the project is a path, whatever it begins with`() throws {
    let before = try sandbox.shell("find Project -type f | sort").output
    for path in ["-delete", "!", "-exec rm {} +"] {
      try edit(
        "My Drive.xcodeproj/project.pbxproj", "s/CODE_SIGN_ENTITLEMENTS = .*;/CODE_SIGN_ENTITLEMENTS = \"\(path)\";/")
      let result = try adopt("Project/Extension/Sources")
      #expect(result.status == 0 && !result.output.contains("entitlements"), "\(path): \(result)")
      #expect(try sandbox.shell("find Project -type f | sort").output == before, "\(path)")
    }
  }

  @Test func `settings, files and groups that lead to themselves end`() throws {
    try sandbox.write("#include \"B.xcconfig\"\n#include \"./A.xcconfig\"\n", to: "Project/Config/A.xcconfig")
    try sandbox.write(
      "#include \"../Config/A.xcconfig\"\n#include \"A.xcconfig\"\n", to: "Project/Config/B.xcconfig")
    var lines = ["#include \"A.xcconfig\"", "#include \"Base.xcconfig\"", "TWICE = x"]
    for number in 0..<40 {
      lines.append("LONG\(number) = " + String(repeating: "$(LONG\((number + 1) % 40))", count: 8))
      lines.append("TWICE = $(inherited)$(inherited)")
    }
    let base = try String(contentsOf: sandbox.url("Project/Config/Base.xcconfig"), encoding: .utf8)
    try sandbox.write((lines + [base]).joined(separator: "\n"), to: "Project/Config/Base.xcconfig")
    let project = "My Drive.xcodeproj/project.pbxproj"
    try edit(project, "s/8A0000000000000000000011 .. Config ..,/&\\n\t\t\t\t8A0000000000000000000010,/")
    let result = try adopt("Project/Extension/Sources")
    #expect(result.output.contains("identifier org.example.My-Team.extension\n"), "\(result)")
  }

  /// A device or a pipe has no end, or never begins. A name may have any character.
  @Test func `only regular files are read`() throws {
    _ = try sandbox.shell("mkfifo Project/Config/Pipe.xcconfig Project/Extension/Sources/Info.plist")
    var lines = ["/dev/zero", "Pipe.xcconfig", ".", "It's.xcconfig"].map { "#include \"\($0)\"" }
    let base = try String(contentsOf: sandbox.url("Project/Config/Base.xcconfig"), encoding: .utf8)
    lines.append(base.replacingOccurrences(of: "org.example", with: "org.example.$(QUOTED)"))
    try sandbox.write(lines.joined(separator: "\n"), to: "Project/Config/Base.xcconfig")
    try sandbox.write("QUOTED = its", to: "Project/Config/It's.xcconfig")
    let result = try adopt("Project/Extension/Sources")
    #expect(result.status == 0 && result.output.contains("identifier org.example.its.My-Team.extension\n"), "\(result)")
  }

  @Test func `the target is the one with the folder's property list, of its name, or of its group`() throws {
    let project = "My Drive.xcodeproj/project.pbxproj"
    _ = try sandbox.shell(
      "cd Project; for n in 'Drive Extension' 'My Drive' App; do mkdir \"$n\"; cp Extension/Sources/*.swift \"$n\"; done"
    )
    #expect(try adopt("Project/My Drive").output.contains("those of the target My Drive in"))
    #expect(try adopt("Project/Drive Extension").output.contains("identifier org.example.My-Team.extension\n"))
    // Two extensions: which one it is cannot be known, unless one has its property list there.
    try edit(project, "s/product-type.application/product-type.app-extension/")
    #expect(try adopt("Project/Extension").output.contains("those of the target Drive Extension in"))
    let unknown = try adopt("Project/App")
    #expect(unknown.output.contains("identifier org.example.App\n"), "\(unknown)")
    #expect(!unknown.output.contains("settings"))
    try edit(project, #"s/\tname = "My Drive";/&\n\t\t\tfileSystemSynchronizedGroups = (\n\t\t\t\t8A12,\n\t\t\t);/"#)
    let group = #"8A12 = {isa = PBXFileSystemSynchronizedRootGroup; path = App; sourceTree = "<group>"; };"#
    try edit(project, #"s/^.. Begin PBXGroup section ..$/&\n"# + group + "/")
    #expect(try adopt("Project/App").output.contains("identifier org.example.app\n"))
    // A repository's folder ends the search.
    _ = try sandbox.shell("mkdir Project/App/.git")
    #expect(try adopt("Project/App").output.contains("identifier org.example.App\n"))
  }

  @Test func `without a project, configuration files beside the folder are read`() throws {
    _ = try sandbox.shell(
      "cd Project; rm -r *.xcodeproj; mv Extension/Info.plist Extension/Sources; mv Config/* Extension")
    try sandbox.write(
      "#include? \"None.xcconfig\"\n#include \"Base.xcconfig\"\nPRODUCT_BUNDLE_IDENTIFIER=$(inherited)$(BASE_ID).files\n",
      to: "Project/Extension/Release.xcconfig")
    let result = try adopt("Project/Extension/Sources")
    #expect(result.status == 0 && result.output.contains("identifier org.example.My-Team.files\n"), "\(result)")
  }
}
