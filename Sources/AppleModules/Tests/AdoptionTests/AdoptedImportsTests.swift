import Foundation
import TestSupport
import Testing

/// What the adopting script makes of imports, and of what only Objective-C has.
@Suite struct AdoptedImportsTests {
  private let script = AdoptedSample.script

  @Test func `imports with an access level or of one symbol, and requirements that may be left out, are adopted`()
    throws
  {
    let sandbox = try Sandbox()
    try Sandbox.makeFolder(sandbox.folder + "/Drive")
    try sandbox.write(
      """
      import FileProvider
      internal import System
      private import struct CoreGraphics.CGSize // a size
      import enum Darwin.POSIXErrorCode
      @objc protocol Told {
        @objc optional func tell(_ text: String) -> Int
        @objc optional func tell(
          _ text: String,
          then done: @escaping (Int) -> Void
        )
        func ask()
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
        /*private import struct CoreGraphics.CGSize*/ // a size
        import Glibc
        protocol Told: AnyObject {
          /*optional func tell(_ text: String) -> Int*/
          /*optional func tell(
            _ text: String,
            then done: @escaping (Int) -> Void
          )*/
          func ask()
        }
        func told(_ error: any Error) { NSLog("%@", error as NSError) }
        class Drive: NSObject, NSFileProviderReplicatedExtension {}
        """)
    #expect(try made("Sources/System/System.swift") == "@_exported import SystemPackage\n")
    #expect(try made("Package.swift").contains(".product(name: \"SystemPackage\", package: \"swift-system\")"))
  }

  // The calls that take a selector have forms that take a method, in FileProvider.
  @Test func `a selector that is called is written as a method`() throws {
    let sandbox = try Sandbox()
    try Sandbox.makeFolder(sandbox.folder + "/Drive")
    try sandbox.write(
      """
      import FileProvider
      class Drive: NSObject, NSFileProviderReplicatedExtension {
        func begin() {
          NotificationCenter.default.addObserver(self, selector: #selector(changed(_:)), name: .changed, object: nil)
          NotificationCenter.default.addObserver(
            self,
            selector: #selector(Drive.ended),
            name: .ended,
            object: nil)
          Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(self.tick), userInfo: nil, repeats: true)
        }
        func end() {
          NotificationCenter.default.removeObserver(self, name: .changed, object: nil)
          NotificationCenter.default.removeObserver(self)
          defaults.removeObserver(self, forKeyPath: "size")
          center.removeObserver(token)
          hub.removeObserver(self)
          perform(#selector(tick))
          order = NSSortDescriptor(key: "name", ascending: true, selector: #selector(NSString.compare(_:)))
          order = NSSortDescriptor(key: "size", ascending: true, selector: #selector(NSNumber.compare(_:)))
          all = list.sortedArray(using: #selector(Drive.compare(_:)))
        }
      }
      """, to: "Drive/Drive.swift")
    let result = try sandbox.startProgram(["/bin/sh", script, "--no-build", "Drive"]).wait(seconds: 60)
    #expect(result.output.contains("Drive.swift:18: #selector is not on Linux"), "\(result)")
    #expect(
      try String(contentsOf: sandbox.url("Drive-linux/Sources/Drive/Drive.swift"), encoding: .utf8) == """
        import FileProvider
        class Drive: NSObject, NSFileProviderReplicatedExtension {
          func begin() {
            NotificationCenter.default.addObserver(self, calling: { $0.changed(_:) }, name: .changed, object: nil)
            NotificationCenter.default.addObserver(
              self,
              calling: { $0.ended },
              name: .ended,
              object: nil)
            Timer.scheduledTimer(timeInterval: 1, target: self, calling: { $0.tick }, userInfo: nil, repeats: true)
          }
          func end() {
            NotificationCenter.default.removeObserver(self, name: .changed, object: nil)
            NotificationCenter.default.removeObserver(self)
            defaults.removeObserver(self, forKeyPath: "size")
            center.removeObserver(token)
            hub.removeObserver(self)
            perform(#selector(tick))
            order = NSSortDescriptor(key: "name", ascending: true, comparing: NSString.compare(_:))
            order = NSSortDescriptor(key: "size", ascending: true, selector: #selector(NSNumber.compare(_:)))
            all = list.sortedArray(calling: Drive.compare(_:))
          }
        }
        """)
  }

  @Test func `sets of texts are written out, and a group is without its team`() throws {
    let sandbox = try Sandbox()
    try Sandbox.makeFolder(sandbox.folder + "/Drive")
    try sandbox.write(
      """
      import FileProvider
      class Drive: NSObject, NSFileProviderReplicatedExtension {
        static let left: NSSet = ["a", "b"] // out
        static let nested: NSMutableSet = [[1], 2]
        static let kept: NSSet = [1].made()
        let text = NSMutableString()
      }
      """, to: "Drive/Drive.swift")
    try sandbox.write(
      """
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionFileProviderDocumentGroup</key>
      <string>$(TeamIdentifierPrefix)org.example.group</string></dict></dict></plist>
      """, to: "Drive/Info.plist")
    let result = try sandbox.startProgram(["/bin/sh", script, "--no-build", "Drive"]).wait(seconds: 60)
    #expect(result.status == 0 && result.output.contains("the group org.example.group is a folder"), "\(result)")
    func made(_ path: String) throws -> String {
      try String(contentsOf: sandbox.url("Drive-linux/\(path)"), encoding: .utf8)
    }
    let drive = try made("Sources/Drive/Drive.swift")
    #expect(drive.contains("left: NSSet = .init(array: [\"a\", \"b\"]) // out\n"))
    #expect(drive.contains("nested: NSMutableSet = .init(array: [[1], 2])\n"))
    #expect(drive.contains("kept: NSSet = [1].made()\n") && drive.contains("NSMutableString(capacity: 0)"))
    #expect(try made("Sources/Drive/InformationPropertyList.swift").contains("<string>org.example.group</string>"))
  }
}
