import FileProviderStore
import Foundation
import TestSupport
import Testing

/// Whose domain it is.
@Suite struct OwnershipTests: ProviderProgram {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `a domain that is somebody else's is refused`() throws {
    try ProviderSource(count: 2).write(to: sandbox.url("source"))
    try provide()
    let program = URL(fileURLWithPath: try #require(Machine.built(Self.name)))
    _ = try ItemStore(directory: sandbox.url("data/fileprovider/notes"))
    try sandbox.write(
      "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>\(Self.name)</string></dict></plist>",
      to: "described/Info.plist")
    for (path, reason) in [
      ("contacts", "the user's own contacts"), ("notes", "no contact provider has made it"),
      ("described/other", "another contact provider, “\(Self.name)”"),
    ] {
      let copy = sandbox.url(path)
      try FileManager.default.copyItem(at: program, to: copy)
      let result = try sandbox.startProgram([copy.path, "contacts", "provide"], variables).wait()
      #expect(result.status == 69 && result.error.contains(reason), "\(path): \(result)")
      try FileManager.default.removeItem(at: copy)
    }
    #expect(try sandbox.run("contacts", "list").lines.count == 2)
    // What cannot be read is not made anew.
    try Data("{}".utf8).write(to: store.appendingPathComponent("contact-provider.json"))
    let result = try run("contacts", "provide")
    #expect(result.status == 65 && result.error.contains("contact-provider.json"), "\(result)")
  }
}
