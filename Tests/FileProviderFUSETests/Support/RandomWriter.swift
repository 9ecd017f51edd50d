import CSystemCalls
import FileProviderTesting
import Foundation
import Glibc
import TestSupport

/// Changes a file in all ways there are, and knows what must be in it.
final class RandomWriter: @unchecked Sendable {
  // Sendable: used by one thread after another.
  let path: String
  private var random: SeededGenerator
  /// What is written are stretches of this.
  private let pool: [UInt8]
  private var expected: [UInt8] = []
  private var failures: [String] = []
  private let file: Int32
  private let appending: Int32
  private let direct: Int32

  private static let room = 6 << 20
  #if arch(arm64)
    private static let directFlag: Int32 = 0o200000
  #else
    private static let directFlag: Int32 = 0o40000
  #endif

  init(_ path: String, seed: UInt64) {
    self.path = path
    var random = SeededGenerator(seed: seed)
    let words = (0..<300_000).map { _ in random.next() }
    pool = words.withUnsafeBytes { Array($0) }
    self.random = random
    file = open(path, O_RDWR | O_CREAT, 0o644)
    appending = open(path, O_WRONLY | O_APPEND)
    direct = open(path, O_WRONLY | Self.directFlag)
  }

  func run(steps: Int) {
    for _ in 0..<steps { step() }
    for descriptor in [file, appending, direct] { close(descriptor) }
  }

  /// What the file is not as it should be in; `nil` if nothing.
  func difference() -> String? {
    if let failure = failures.first { return failure }
    guard let data = FileManager.default.contents(atPath: path) else { return "cannot be read" }
    if data.count != expected.count { return "\(data.count) bytes instead of \(expected.count)" }
    if data == Data(expected) { return nil }
    return zip(data, expected).enumerated().first { $1.0 != $1.1 }.map { "byte \($0.offset)" }
  }

  private func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: write(file, at: .random(in: 0..<Self.room, using: &random), size)
    case 9..<12: if expected.count < Self.room { write(appending, at: expected.count, size) }
    case 12..<15: writeDirectly()
    case 15: changeMapping()
    case 16: truncate()
    case 17: check(setAttribute(), "an attribute")
    case 18: check(fsync(file) == 0, "fsync")
    default: changeNames()
    }
  }

  private var size: Int {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .random(in: 1..<16_384, using: &random)
    case 1: 4096 * .random(in: 1..<64, using: &random)
    case 2: .random(in: 16_000..<200_000, using: &random)
    default: .random(in: 500_000..<(3 << 19), using: &random)
    }
  }

  private func write(_ descriptor: Int32, at offset: Int, _ size: Int) {
    let bytes = bytes(size)
    check(pwrite(descriptor, bytes, size, off_t(offset)) == size, "write of \(size) at \(offset)")
    place(bytes, at: offset)
  }

  private func writeDirectly() {
    let size = 4096 * Int.random(in: 1..<300, using: &random)
    let offset = 4096 * Int.random(in: 0..<1024, using: &random)
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 4096, size) == 0, let memory else { return }
    defer { free(memory) }
    let bytes = bytes(size)
    memory.copyMemory(from: bytes, byteCount: size)
    check(pwrite(direct, memory, size, off_t(offset)) == size, "direct write of \(size) at \(offset)")
    place(bytes, at: offset)
  }

  private func changeMapping() {
    guard expected.count > 8192 else { return }
    let length = expected.count
    guard let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
      return check(false, "mmap")
    }
    let offset = Int.random(in: 0..<length / 2, using: &random)
    let bytes = bytes(min(length - offset, size))
    (memory + offset).copyMemory(from: bytes, byteCount: bytes.count)
    check(msync(memory, length, Int32(MS_SYNC)) == 0 && munmap(memory, length) == 0, "msync")
    place(bytes, at: offset)
  }

  private func truncate() {
    let size = Int.random(in: 0..<Self.room, using: &random)
    check(ftruncate(file, off_t(size)) == 0, "ftruncate")
    if size < expected.count { expected.removeLast(expected.count - size) }
    expected += [UInt8](repeating: 0, count: size - expected.count)
  }

  /// The largest attribute there is: a large request that is no write.
  private func setAttribute() -> Bool {
    let value = bytes(65_536)
    guard lsetxattr(path, "user.large", value, value.count, 0) == 0 else { return false }
    var found = [UInt8](repeating: 0, count: value.count)
    return lgetxattr(path, "user.large", &found, found.count) == value.count && found == value
  }

  private func changeNames() {
    let folder = path + ".folder"
    check(mkdir(folder, 0o755) == 0 && rename(folder, folder + "2") == 0 && rmdir(folder + "2") == 0, "names")
    var status = stat()
    check(fstat(file, &status) == 0 && status.st_size == expected.count, "size")
  }

  private func bytes(_ count: Int) -> [UInt8] {
    let start = Int.random(in: 0...pool.count - count, using: &random)
    return Array(pool[start..<start + count])
  }

  private func place(_ bytes: [UInt8], at offset: Int) {
    let end = offset + bytes.count
    if end > expected.count { expected += [UInt8](repeating: 0, count: end - expected.count) }
    expected.replaceSubrange(offset..<end, with: bytes)
  }

  private func check(_ isRight: Bool, _ what: String) {
    if !isRight { failures.append("\(what): \(String(cString: strerror(errno)))") }
  }
}
