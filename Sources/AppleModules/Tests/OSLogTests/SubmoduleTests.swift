import Foundation
import Testing
import os.activity
import os.lock
import os.log
import os.signpost

/// Names that extensions import, which are submodules of Apple's module.
@Suite struct SubmoduleTests {
  @Test func `a file that imports submodules sees the whole module`() {
    let logger = Logger(subsystem: "org.example.submodule", category: "test")
    logger.debug("seen")
    #expect(OSAllocatedUnfairLock(initialState: 1).withLock { $0 } == 1)
  }

  @Test func `marks for a profiler run what is between them`() {
    let signposter = OSSignposter(subsystem: "org.example.submodule", category: "test")
    let state = signposter.beginInterval("fetch", id: signposter.makeSignpostID(), "of \(3) items")
    #expect(signposter.withIntervalSignpost("list") { 7 } == 7)
    signposter.emitEvent("page")
    signposter.endInterval("fetch", state)
    let log = OSLog(subsystem: "org.example.submodule", category: "test")
    os_signpost(.begin, log: log, name: "call", signpostID: OSSignpostID(log: log), "%d", 3)
    os_signpost(.end, log: log, name: "call")
    #expect(!signposter.isEnabled && OSSignpostID(log: log) != OSSignpostID(log: log))
  }

  @Test func `an object has one number for its marks`() {
    let (first, second) = (NSObject(), NSObject())
    let signposter = OSSignposter(logger: Logger())
    #expect(signposter.makeSignpostID(from: first) == signposter.makeSignpostID(from: first))
    #expect(signposter.makeSignpostID(from: first) != signposter.makeSignpostID(from: second))
    #expect(OSSignpostID.null < .exclusive && .exclusive < OSSignpostID.invalid)
    #expect(signposter.withIntervalSignpost("copy", "of \(3) bytes") { 8 } == 8)
    OSSignposter.disabled.endInterval("copy", .beginState(id: .exclusive))
  }
}
