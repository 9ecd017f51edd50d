import Foundation
import Glibc
import Testing

@testable import FileProviderCopying
@testable import FileProviderDomains
@testable import FileProviderProgram

/// What commands print is put together by hand; here it is compared with what Foundation makes of it.
@Suite struct OutputTests {
  private func written(_ body: (ByteWriter) throws -> Void) throws -> String {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)")
    let descriptor = open(url.path, O_CREAT | O_RDWR, 0o600)
    defer {
      close(descriptor)
      unlink(url.path)
    }
    let writer = ByteWriter(descriptor: descriptor)
    try body(writer)
    try writer.flush()
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test(arguments: [0, 1, 9, 10, 99, 100, -1, -10, 12345, .max, .min, 999_999_999_999]) func `numbers`(number: Int64)
    throws
  {
    #expect(try written { try $0.append(number) } == String(number))
  }

  @Test(arguments: ["", "plain", "\"\\\u{0}\u{1}\u{1f}\n\r\t\u{7f}/é🎉", String(repeating: "x\"", count: 5000)])
  func `strings`(text: String) throws {
    let json = try written { try $0.appendJSON(text) }
    let decoded = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    #expect(decoded as? String == text)
  }

  /// Whatever stands where: the bytes are looked at several at a time.
  @Test func `characters in any place`() throws {
    for scalar in (0...0x80).compactMap(Unicode.Scalar.init) {
      for place in 0..<17 {
        var scalars = [Unicode.Scalar](repeating: "a", count: 17)
        scalars[place] = scalar
        let text = String(String.UnicodeScalarView(scalars))
        let json = try written { try $0.appendJSON(text) }
        let decoded = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        #expect(decoded as? String == text)
        #expect(!json.unicodeScalars.contains("\u{7f}"), "\(scalar.value) at \(place)")
      }
    }
  }

  @Test(arguments: [0, 951_782_400_000_000, 1_709_164_800_123_456, -1, 4_102_444_799_999_999, -2_208_988_800_000_001])
  func `times`(microseconds: Int64) throws {
    let formatter = ISO8601DateFormatter()
    let (seconds, fraction) = microseconds.flooredQuotientAndRemainder(by: 1_000_000)
    let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds))).dropLast()
    let digits = String(format: "%06d", Int(fraction))
    #expect(try written { try $0.appendJSONTime(microseconds: microseconds) } == "\"\(expected).\(digits)Z\"")
  }

  @Test func `more than the buffer holds arrives whole and in order`() throws {
    let text = try written { writer in
      for number in 0..<300_000 as Range<Int64> { try writer.append(number) }
      try writer.append(String(repeating: "z", count: 3 << 20))
    }
    #expect(text.hasPrefix("0123456789101112"))
    #expect(text.hasSuffix("299999" + String(repeating: "z", count: 3 << 20)))
  }

  @Test func `the table of mounts`() {
    let table = """
      36 35 98:0 / /mnt/plain rw,noatime - ext4 /dev/root rw
      40 35 0:52 / /home/me/with\\040space rw,nosuid shared:7 - fuse.fileprovider default rw,user_id=1000,group_id=1000
      41 35 0:53 / /srv/x rw - fuse.fileprovider wo\\134rk rw,user_id=0,group_id=0,allow_other
      42 35 0:54 / /srv/y rw - fuse.sshfs a@b: rw,user_id=0
      """
    let entries = MountTable.parse(Array(table.utf8)).filter(\.isOurs)
    #expect(entries.map(\.mountpoint) == ["/home/me/with space", "/srv/x"])
    #expect(entries.map(\.source) == ["default", "wo\\rk"])
    #expect(entries.map(\.user) == [1000, 0])
  }

  @Test func `pace follows the time taken`() {
    var pace = WritePace()
    pace.note(count: 256, nanoseconds: 60_000_000)
    #expect(pace.count < 64)
    for _ in 0..<20 { pace.note(count: pace.count, nanoseconds: Int64(pace.count) * 6000) }
    #expect((500...1200).contains(pace.count))
  }

  @Test func `bars`() {
    // One large file of two is half the work, although it is one item of a hundred.
    var counts = TransferTally.Counts()
    (counts.seen, counts.bytes) = (1, 10 << 30)
    #expect(Int(TransferProgress.share(counts, items: 100, bytes: 20 << 30) * 100) == 49)
    #expect(TransferProgress.bar(0, width: 10) == "[>         ] ")
    #expect(TransferProgress.bar(0.5, width: 10) == "[=====>    ] ")
    #expect(TransferProgress.bar(1, width: 10) == "[==========] ")
  }
}
