import Foundation
import TestSupport
import Testing

/// What the adopting script makes of imports, and of what only Objective-C has.
@Suite struct AdoptedImportsTests {
  @Test func `imports with an access level or of one symbol, and requirements that may be left out, are adopted`()
    throws
  {
    let sandbox = try Sandbox()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("mount-scripts/adopt-provider.sh").path
    try Sandbox.makeFolder(sandbox.folder + "/Drive")
    try sandbox.write(
      """
      import FileProvider
      internal import System
      private import struct CoreGraphics.CGSize // a size
      import enum Darwin.POSIXErrorCode
      @objc protocol Told {
        @objc optional func tell(_ text: String) -> Int
      }
      func told(_ error: any Error) { NSLog("%@", error as CVarArg) }
      class Drive: NSObject, NSFileProviderReplicatedExtension {}
      """, to: "Drive/Drive.swift")
    let result = try sandbox.startProgram(["/bin/sh", script, "--no-build", "Drive"]).wait(seconds: 60)
    #expect(result.status == 0, "\(result)")
    func made(_ path: String) throws -> String {
      try String(contentsOf: sandbox.url("Drive-linux/" + path), encoding: .utf8)
    }
    #expect(
      try made("Sources/Drive/Drive.swift") == """
        import FileProvider
        internal import System
        //private import struct CoreGraphics.CGSize // a size
        import Glibc
        protocol Told {
          //optional func tell(_ text: String) -> Int
        }
        func told(_ error: any Error) { NSLog("%@", error as NSError) }
        class Drive: NSObject, NSFileProviderReplicatedExtension {}
        """)
    #expect(try made("Sources/System/System.swift") == "@_exported import SystemPackage\n")
    #expect(try made("Package.swift").contains(".product(name: \"SystemPackage\", package: \"swift-system\")"))
  }
}
