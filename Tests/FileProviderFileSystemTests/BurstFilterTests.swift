import FileProviderStore
import Testing

@testable import FileProviderFileSystem

/// Which of the files that were written a person wrote.
@Suite struct BurstFilterTests {
  /// A file written so many milliseconds after the beginning.
  private func file(_ item: Int64, at milliseconds: UInt64, process: Int32, job: Int32 = 1, session: Int32 = 1)
    -> WrittenFile
  {
    let moment = 100_000_000_000 + milliseconds * 1_000_000
    return WrittenFile(
      item: ItemID(rawValue: item), writer: ProgramIdentity(process: process, job: job, session: session),
      moment: moment, time: Timestamp(rawValue: Int64(moment)))
  }

  /// Passes files through a filter that is looked at once a second.
  private func marked(_ files: [WrittenFile], endsAt end: UInt64 = 60_000) -> [Int64] {
    var filter = BurstFilter()
    var rest = files.sorted { $0.moment < $1.moment }[...]
    var found: [Int64] = []
    for second in 0...(end / 1000) {
      let now = 100_000_000_000 + second * 1_000_000_000
      while let first = rest.first, first.moment <= now { filter.add(rest.removeFirst()) }
      found += filter.takeDue(at: now).map(\.item.rawValue)
    }
    return found
  }

  @Test func `a file is marked once, ten seconds after it was written`() {
    var filter = BurstFilter()
    filter.add(file(1, at: 0, process: 7))
    #expect(filter.nextDue == 110_000_000_000)
    #expect(filter.takeDue(at: 109_999_999_999).isEmpty)
    #expect(filter.takeDue(at: 110_000_000_000).map(\.item.rawValue) == [1])
    #expect(filter.takeDue(at: 200_000_000_000).isEmpty)
    #expect(filter.nextDue == nil)
  }

  @Test func `twenty files in ten seconds are a person's, twenty-one are not`() {
    let twenty = (0..<20).map { file(Int64($0), at: UInt64($0) * 400, process: 7) }
    #expect(marked(twenty).count == 20)
    #expect(marked(twenty + [file(20, at: 9000, process: 7)]).isEmpty)
    #expect(marked(twenty + [file(20, at: 10_300, process: 7)]).count == 21)
  }

  @Test func `a burst that goes on for long leaves nothing, and what comes after it counts again`() {
    let burst = (0..<5000).map { file(Int64($0), at: UInt64($0) * 6, process: 7) }
    #expect(marked(burst + [file(9999, at: 45_000, process: 7)]) == [9999])
  }

  @Test func `one file written again and again is no burst, and is not held back for ever`() {
    let writes = (0..<100).map { file(1, at: UInt64($0) * 100, process: 7) }
    #expect(marked(writes) == [1])
    let hourly = (0..<300).map { file(1, at: UInt64($0) * 100, process: 7) }
    #expect(marked(hourly).count >= 2)
  }

  @Test func `a build of many processes is a burst of its job`() {
    let build: [WrittenFile] = (0..<60).map { number in
      file(Int64(number), at: UInt64(number) * 100, process: Int32(number) + 10, job: 5)
    }
    #expect(marked(build + [file(999, at: 2000, process: 500, job: 6)]) == [999])
  }

  @Test func `a build of many jobs is a burst of its session`() {
    let build: [WrittenFile] = (0..<60).map { number in
      let process = Int32(number) + 10
      return file(Int64(number), at: UInt64(number) * 100, process: process, job: process)
    }
    #expect(marked(build + [file(999, at: 2000, process: 500, job: 500, session: 2)]) == [999])
  }

  /// Whichever comes first: the twenty-first file of both together is the archive's, or the note.
  @Test(arguments: [0, 150, 210, 900] as [UInt64])
  func `a note beside an archive that is being unpacked is a person's`(moment: UInt64) {
    let archive = (0..<100).map { file(Int64($0), at: UInt64($0) * 10, process: 7) }
    #expect(marked(archive + [file(999, at: moment, process: 8)]) == [999])
  }

  @Test func `when a mount ends, what is no burst so far is marked`() {
    var filter = BurstFilter()
    filter.add(file(1, at: 0, process: 7))
    for item in 100..<130 { filter.add(file(Int64(item), at: 1, process: 8)) }
    #expect(filter.takeDue(at: nil).map(\.item.rawValue) == [1])
  }

  @Test func `its memory does not grow with what a machine writes`() {
    var filter = BurstFilter()
    for item in 0..<50_000 {
      filter.add(file(Int64(item), at: 1, process: Int32(item % 5000), job: Int32(item % 5000)))
    }
    #expect(filter.takeDue(at: nil).isEmpty)
  }
}
