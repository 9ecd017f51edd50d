import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization
import Testing

/// Changes of a mount that are committed together, seen from outside.
@Suite(.enabled(if: Mount.isPossible, "there is no /dev/fuse")) struct GroupTests {
  /// Others see a change soon after it, also while programs go on reading without a pause.
  @Test func busyProgramsKeepNothingBack() throws {
    let mount = try Mount(changes: [["mkdir", "folder"]])
    let store = try ItemStore(directory: URL(fileURLWithPath: mount.store))
    let seen = Mutex<[UInt64]>([])
    let isOver = Atomic<Bool>(false)
    for program in 0..<4 {
      let file = open(mount.path("large \(program)"), O_RDWR | O_CREAT, 0o644)
      #expect(ftruncate(file, 256 << 20) == 0)
      Thread.detachNewThread {
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        while !isOver.load(ordering: .acquiring) {
          posix_fadvise(file, 0, 0, Int32(POSIX_FADV_DONTNEED))
          for offset in 0..<256 where !isOver.load(ordering: .acquiring) {
            pread(file, buffer, 1 << 20, off_t(offset) << 20)
          }
        }
        buffer.deallocate()
        close(file)
      }
    }
    usleep(50_000)
    let before = try store.read { (reader) throws(StoreError) in try reader.generation() }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var known = before.rawValue
      while !isOver.load(ordering: .acquiring) {
        let newest = try? store.read { (reader) throws(StoreError) in try reader.generation() }.rawValue
        if let newest, newest > known {
          let now = MonotonicClock.now
          seen.withLock { $0 += [UInt64](repeating: now, count: Int(newest - known)) }
          known = newest
        }
        usleep(200)
      }
      ended.signal()
    }
    // A machine that is busy with other things may be late at any time. What is kept back is late every time.
    var rounds: [[Double]] = []
    repeat {
      var made: [UInt64] = []
      let count = 20
      for number in 0..<count {
        #expect(mkdir(mount.path("folder/\(rounds.count) \(number)"), 0o755) == 0)
        made.append(MonotonicClock.now)
        usleep(100_000)
      }
      let total = count * (rounds.count + 1)
      try #require(mount.wait { seen.withLock { $0.count } == total })
      let delays = zip(seen.withLock { $0.suffix(count) }, made).map { Double(Int64(bitPattern: $0 &- $1)) / 1e6 }
      rounds.append(delays)
    } while rounds.count < 8 && !isPrompt(rounds)
    isOver.store(true, ordering: .releasing)
    ended.wait()
    #expect(isPrompt(rounds), "\(rounds)")
  }

  /// Whether nearly all changes of the last round were seen within 15 ms.
  private func isPrompt(_ rounds: [[Double]]) -> Bool { rounds.last.map { $0.count { $0 > 15 } < 4 } ?? false }

  /// While a commit takes long, no further threads come to wait for it.
  @Test func aSlowCommitNeedsFewThreads() throws {
    let mount = try Mount()
    for number in 0..<12_000 {
      #expect(mkdir(mount.path("\(number)"), 0o755) == 0)
      #expect(rmdir(mount.path("\(number)")) == 0)
    }
    #expect(try mount.threads(named: "fuse") < 6)
  }
}
