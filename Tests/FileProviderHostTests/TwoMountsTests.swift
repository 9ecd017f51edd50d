import Foundation
import Glibc
import TestSupport
import Testing

/// Two mounts of a provider's domain, each in a process of its own. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct TwoMountsTests {
  private let sandbox: Sandbox
  private var variables: [String: String] { ["PROVIDER_FOLDER": sandbox.url("provided").path] }

  init() throws {
    sandbox = try Sandbox()
    for folder in ["provided", "one", "two"] {
      try FileManager.default.createDirectory(at: sandbox.url(folder), withIntermediateDirectories: true)
    }
  }

  /// Puts a file into the provider, all at once.
  private func provide(_ name: String, _ letter: Character, _ count: Int) throws {
    let hidden = sandbox.url("provided/.new")
    try Data(repeating: letter.asciiValue ?? 0, count: count).write(to: hidden)
    guard rename(hidden.path, sandbox.url("provided/\(name)").path) == 0 else { throw POSIXError(.EIO) }
  }

  /// Waits until both mounts have everything that is at the provider now.
  private func wait(for marker: String) throws {
    try provide(marker, "m", 1)
    let isThere = eventually { ["one", "two"].allSatisfy { access(sandbox.url("\($0)/\(marker)").path, F_OK) == 0 } }
    #expect(isThere, "\(marker) does not come")
  }

  private func mounted(_ body: () throws -> Void) throws {
    try sandbox.lines("domain", "add", "mirror")
    for place in ["one", "two"] {
      let mounted = try sandbox.startProgram(["ProviderFixture", "mount", "--domain", "mirror", place], variables)
        .wait()
      try #require(mounted.status == 0, "\(mounted.error)")
    }
    defer {
      for place in ["one", "two"] {
        _ = try? sandbox.program("ProviderFixture", "unmount", place, variables: variables)
      }
    }
    try body()
  }

  private func contents(_ path: String) -> Data? { try? Data(contentsOf: sandbox.url(path)) }

  /// The bytes that are read at an offset, or the error.
  private func read(_ file: Int32, _ offset: Int, _ count: Int = 4096) -> Result<Set<UInt8>, POSIXError> {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(file, &bytes, count, off_t(offset))
    return read < 0 ? .failure(POSIXError(.init(rawValue: errno) ?? .EIO)) : .success(Set(bytes[..<read]))
  }

  /// The kernel may not know yet that it is there.
  @Test func `a document that was just made through the other mount is opened, unless it must be new`() throws {
    try mounted {
      try wait(for: "marker")
      for number in 0..<50 {
        let paths = ["one", "two"].map { sandbox.url("\($0)/new \(number)").path }
        #expect(access(paths[1], F_OK) != 0)
        close(open(paths[0], O_WRONLY | O_CREAT | O_EXCL, 0o644))
        let file = open(paths[1], O_WRONLY | O_CREAT, 0o644)
        #expect(file >= 0, "errno \(errno)")
        close(file)
        #expect(open(paths[1], O_WRONLY | O_CREAT | O_EXCL, 0o644) == -1 && errno == EEXIST)
      }
    }
  }

  @Test func `a document that is open and mapped keeps its version in both mounts until it is closed`() throws {
    try provide("small", "A", 9000)
    try mounted {
      let file = open(sandbox.url("one/small").path, O_RDONLY)
      try #require(file >= 0)
      let map = try #require(mmap(nil, 9000, PROT_READ, MAP_SHARED, file, 0))
      try #require(map != MAP_FAILED)
      let bytes = UnsafeRawBufferPointer(start: map, count: 9000)
      #expect(bytes[0] == 65)
      try provide("small", "B", 100)
      try wait(for: "marker")
      // The second page was not there before.
      #expect(bytes.allSatisfy { $0 == 65 })
      #expect(read(file, 0, 9000) == .success([65]))
      #expect(contents("two/small") == Data(repeating: 65, count: 9000))
      munmap(map, 9000)
      close(file)
      let newer = Data(repeating: 66, count: 100)
      #expect(eventually { contents("one/small") == newer && contents("two/small") == newer })
    }
  }

  @Test func `what is missing of an older version is an error, never a part of another one`() throws {
    let size = 3 << 20
    try provide("large", "A", size)
    try mounted {
      let file = open(sandbox.url("one/large").path, O_RDONLY)
      try #require(file >= 0)
      #expect(read(file, 0) == .success([65]))
      try provide("large", "B", size)
      try wait(for: "marker")
      #expect(read(file, 0) == .success([65]))
      #expect(read(file, 2 << 20) == .failure(POSIXError(.ESTALE)))
      let map = try #require(mmap(nil, 4096, PROT_READ, MAP_SHARED, file, 0))
      #expect(UnsafeRawBufferPointer(start: map, count: 4096).allSatisfy { $0 == 65 })
      munmap(map, 4096)
      close(file)
      let newer = Data(repeating: 66, count: size)
      #expect(eventually { contents("one/large") == newer && contents("two/large") == newer })
    }
  }

  @Test func `a writer that was there before a newer version loses neither`() throws {
    try provide("small", "A", 9000)
    try mounted {
      let file = open(sandbox.url("one/small").path, O_RDWR)
      try #require(file >= 0)
      #expect(read(file, 0) == .success([65]))
      try provide("small", "B", 100)
      try wait(for: "marker")
      var letter: UInt8 = 67
      #expect(pwrite(file, &letter, 1, 0) == 1)
      close(file)
      let ours = Data([67]) + Data(repeating: 65, count: 8999)
      let theirs = Data(repeating: 66, count: 100)
      let areKept = eventually {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sandbox.url("two").path)) ?? []
        let all = Set(names.filter { $0.hasPrefix("small") }.compactMap { contents("two/" + $0) })
        return all == [ours, theirs]
      }
      #expect(areKept)
    }
  }
}
