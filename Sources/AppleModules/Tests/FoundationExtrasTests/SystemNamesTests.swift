import CDarwin
import FoundationExtras
import Testing

/// What the system says of itself under macOS's names.
@Suite struct SystemNamesTests {
  private func text(_ name: String) -> String? {
    var size = 0
    guard sysctlbyname(name, nil, &size, nil, 0) == 0 else { return nil }
    var text = [CChar](repeating: 1, count: size)
    guard sysctlbyname(name, &text, &size, nil, 0) == 0 else { return nil }
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  @Test(arguments: [
    "kern.ostype", "kern.osrelease", "kern.osversion", "kern.version", "kern.hostname", "hw.machine", "hw.model",
  ])
  func `a name has a text`(name: String) { #expect(text(name)?.isEmpty == false) }

  @Test func `the system, its start and its memory are known`() throws {
    #expect(text("kern.ostype") == "Linux")
    #expect(UUID(uuidString: try #require(text("kern.bootsessionuuid"))) != nil)
    var (memory, page, processors) = (UInt64(0), UInt64(0), Int32(0))
    var size = MemoryLayout<UInt64>.size
    #expect(sysctlbyname("hw.memsize", &memory, &size, nil, 0) == 0 && memory == ProcessInfo.processInfo.physicalMemory)
    #expect(sysctlbyname("hw.pagesize", &page, &size, nil, 0) == 0 && page == UInt64(getpagesize()) && size == 8)
    size = MemoryLayout<Int32>.size
    for name in ["hw.ncpu", "hw.activecpu", "hw.logicalcpu", "hw.logicalcpu_max"] {
      #expect(sysctlbyname(name, &processors, &size, nil, 0) == 0)
      #expect(Int(processors) == sysconf(Int32(_SC_NPROCESSORS_ONLN)) && size == 4)
    }
  }

  @Test func `a small buffer, an unknown name and a new value fail`() {
    var (small, size) = ([CChar](repeating: 0, count: 2), 2)
    #expect(sysctlbyname("kern.ostype", &small, &size, nil, 0) == -1 && errno == ENOMEM)
    #expect(size == 2 && small[0] == CChar(UInt8(ascii: "L")))
    #expect(sysctlbyname("kern.unheard", nil, &size, nil, 0) == -1 && errno == ENOENT)
    #expect(sysctlbyname("kern.hostname", nil, nil, &small, 2) == -1 && errno == EPERM)
  }
}
