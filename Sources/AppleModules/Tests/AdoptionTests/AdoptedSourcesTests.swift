import Foundation
import TestSupport
import Testing

/// What the adopting script takes for code, and where it sees that a declaration ends.
@Suite struct AdoptedSourcesTests {
  private let script = AdoptedSample.script
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try Sandbox.makeFolder(sandbox.folder + "/Drive")
    try sandbox.write(
      "class Drive: NSObject, NSFileProviderReplicatedExtension {}\n", to: "Drive/Drive.swift")
  }

  /// What the script makes of a source, and what it says.
  private func adopt(_ source: String) throws -> (source: String, result: ProcessResult) {
    try sandbox.write(source, to: "Drive/Part.swift")
    let result = try sandbox.startProgram(["/bin/sh", script, "--no-build", "Drive"]).wait(seconds: 60)
    try #require(result.status == 0, "\(result)")
    return (try String(contentsOf: sandbox.url("Drive-linux/Sources/Drive/Part.swift"), encoding: .utf8), result)
  }

  @Test func `what is said in comments and strings is left alone, and expressions in strings are code`() throws {
    let untouched = #####"""
      // @objc, error as CVarArg, Darwin.stat(
      /* import AppKit /* #if os(macOS) */
       @objc import AppKit */
      let address = "support@objc.io" + #"\(Darwin.errno) "@objc "#
      let quoted = "a \" @objc " + "\(names["@objc"] ?? "@objc \("@objc")")"
      let lines = """
        @objc class A "
        import AppKit
        \""" @objc
        """
      let raw = #"""
        \(Darwin.errno) """ @objc
        """#
      let pattern = #/"@objc \(Darwin\.errno)/#
      let `import` = Import.import
      """#####
    let source =
      untouched + "\n" + #####"""
        let code = /"/; let odd = 1
        @objc let text = "\(Darwin.errno) and \(lines.map { "@objc \(error as any CVarArg)" }) @objc"
        @objc /* of old */ let more = """
          @objc \(Darwin.getpid(
            )) @objc
          """; @objc let last = Darwin.errno
        """#####
    #expect(
      try adopt(source).source == untouched + "\n" + #####"""
        let code = /"/; let odd = 1
        let text = "\(Glibc.errno) and \(lines.map { "@objc \(error as NSError)" }) @objc"
        /* of old */ let more = """
          @objc \(Glibc.getpid(
            )) @objc
          """; let last = Glibc.errno
        """#####)
  }

  @Test func `a file with tabs and with line ends of Windows is adopted as others are`() throws {
    let source = """
      \u{FEFF}import Cocoa
      \timport Darwin
      import\tos // log
      \t#if os(macOS) && !os(OSX)
      \t#elseif\tos( macOS )
      \t#endif
      let text = \"\"\"
      \t@objc
      \t\"\"\"
      @objc\tclass Part: NSObject {}

      """
    let expected = """
      /*import Cocoa*/
      \timport Glibc
      import\tos // log
      \t#if (os(macOS) || os(Linux)) && !(os(OSX) || os(Linux))
      \t#elseif\t(os( macOS ) || os(Linux))
      \t#endif
      let text = \"\"\"
      \t@objc
      \t\"\"\"
      class Part: NSObject {}

      """
    #expect(try adopt(source).source == expected)
    _ = try sandbox.shell("rm -r Drive-linux")
    #expect(
      try adopt(source.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")).source
        == expected)
    #expect(try String(contentsOf: sandbox.url("Drive-linux/Package.swift"), encoding: .utf8).contains("\"os\""))
  }

  @Test func `an optional requirement is left out to its end, and nothing else is`() throws {
    let (source, result) = try adopt(
      """
      @objc(PartDelegate) protocol Part: AnyObject {
        @objc optional func opened() // see (a
        @objc optional var title: String { // {
          get
        }
        @available(macOS 12.0, *)
        @objc(didFail:) @MainActor optional func failed(
          _ error: Error)
          async throws
          -> Int
        @objc optional var size: Int
        { get set }
        @objc optional var name:
          String? { get }; func asked()
        @objc optional static func made() throws
        @objc optional func found(_ path: String,// such as "a/*"
          at: Int)
        @objc optional subscript(_ at: Int) -> Array<Int> { get }
        #if DEBUG
        @objc optional var value: Int? { get } /* ( */
        #endif
        func told()
      }
      @objc protocol Short: AnyObject { @objc optional func f(); @objc optional func g() }
      var optional: Int? = 1
      """)
    #expect(
      source == """
        protocol Part: AnyObject {
          /*optional func opened()*/ // see (a
          /*optional var title: String { // {
            get
          }*/
          /*@available(macOS 12.0, *)
          @MainActor optional func failed(
            _ error: Error)
            async throws
            -> Int*/
          /*optional var size: Int
          { get set }*/
          /*optional var name:
            String? { get };*/ func asked()
          /*optional static func made() throws*/
          /*optional func found(_ path: String,
            at: Int)*/
          /*optional subscript(_ at: Int) -> Array<Int> { get }*/
          #if DEBUG
          /*optional var value: Int? { get }*/ /* ( */
          #endif
          func told()
        }
        protocol Short: AnyObject { /*optional func f();*/ /*optional func g()*/ }
        var optional: Int? = 1
        """)
    #expect(!result.output.contains("has no end"), "\(result)")
  }

  @Test func `a requirement without an end is named, and is not left out`() throws {
    let (source, result) = try adopt(
      """
      @objc protocol Part: AnyObject {

        @objc optional func opened(_ at: Int
      }
      func told() {}
      """)
    #expect(result.output.contains("Part.swift:3: this optional requirement has no end"), "\(result)")
    #expect(source.hasSuffix("\n  optional func opened(_ at: Int\n}\nfunc told() {}"))
  }

  @Test func `only classes conform to what was a protocol of Objective-C`() throws {
    #expect(
      try adopt(
        """
        @objc protocol Told {}
        @objc(Asked) public protocol Asked
        {
        }
        public @objc protocol Kept : Told, Asked {}
        @available(macOS 12.0, *) @objc
        protocol Held:
          NSObjectProtocol {}
        @objc protocol Bound: Told, AnyObject {}
        protocol Free {}
        @objc class Part: NSObject { weak var told: Told?; func told<T: AnyObject>(_ it: T) {} }
        """
      ).source == """
        protocol Told: AnyObject {}
        public protocol Asked: AnyObject
        {
        }
        public protocol Kept : AnyObject, Told, Asked {}
        @available(macOS 12.0, *) \

        protocol Held: AnyObject,
          NSObjectProtocol {}
        protocol Bound: Told, AnyObject {}
        protocol Free {}
        class Part: NSObject { weak var told: Told?; func told<T: AnyObject>(_ it: T) {} }
        """)
  }

  /// The provider's class that the script finds in a source, with a principal class in Info.plist or without.
  private func provider(_ source: String, principal: String? = nil) throws -> String {
    _ = try sandbox.shell("rm -rf Drive Drive-linux; mkdir Drive")
    if let principal {
      try sandbox.write(
        "<plist><dict><key>NSExtensionPrincipalClass</key><string>\(principal)</string></dict></plist>",
        to: "Drive/Info.plist")
    }
    let said = try adopt(source).result.output
    return String(try #require(said.split(separator: "provider ").last?.split(separator: ",").first))
  }

  @Test func `the provider's class is found whatever it is called for Objective-C, and however it is written`() throws {
    let named = """
      // This class implements NSFileProviderReplicatedExtension.
      let text = "class Text: NSFileProviderReplicatedExtension {"
      @objc(FPOther) class AnotherPrincipal: NSObject { class func make() -> NSFileProviderReplicatedExtension { fatalError() } }
      @objc(FPExt)
      @MainActor public final class ProviderExtension // the one
        : NSObject,
        NSFileProviderReplicatedExtension
      {
      }
      """
    #expect(try provider(named) == "ProviderExtension")
    #expect(try provider(named, principal: "FPExt") == "ProviderExtension")
    #expect(try provider(named, principal: "$(PRODUCT_MODULE_NAME).FPExt") == "ProviderExtension")
    #expect(try provider(named, principal: "$(PRODUCT_MODULE_NAME).ProviderExtension") == "ProviderExtension")
    #expect(
      try provider("class One: NSObject {}\nextension One: @unchecked Sendable, NSFileProviderReplicatedExtension {}")
        == "One")
    try sandbox.write("// class A: NSFileProviderReplicatedExtension {", to: "None/None.swift")
    let none = try sandbox.startProgram(["/bin/sh", script, "--no-build", "None"]).wait(seconds: 60)
    #expect(none.status == 1 && none.error.contains("no class is an NSFileProviderReplicatedExtension"), "\(none)")
    #expect(try sandbox.shell("ls -d None*").output == "None\n")
  }
}
