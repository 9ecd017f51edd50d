import Digests
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Checksums of what is known (FIPS 180, RFC 3174), however it is cut into pieces.
@Suite struct SHA1Tests {
  private func sum(_ text: String, pieces: Int) -> String? {
    var sum = Digest(.sha1)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      rest.prefix(pieces).withUnsafeBytes { _ = sum.add($0) }
      rest = rest.dropFirst(pieces)
    }
    return sum.finish()?.map { String(format: "%02x", $0) }.joined()
  }

  @Test func `the sum of a file that nobody wants any more is given up`() throws {
    let file = open("/dev/zero", O_RDONLY)
    defer { close(file) }
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: WebDAVError(.cancelled)) { try Checksum.header(of: file, cancellation) }
    #expect(throws: WebDAVError(.cancelled)) { try FileSum.fnv(file, cancellation) }
  }

  @Test func `without SHA-1 no checksum is sent, and none is checked`() async {
    await #expect(processExitsWith: .success) {
      try Libcrypto.refusingAll {
        let file = open("/dev/null", O_RDONLY)
        try #require(try Checksum.header(of: file, nil) == nil)
        try #require(try Checksum.fits("SHA1:00", file, nil))
      }
    }
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    (
      String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
      "dea356a2cddd90c7a7ecedc5ebb563934f460452"
    ),
    (String(repeating: "a", count: 10_000), "a080cbda64850abb7b7f67ee875ba068074ff6fe"),
  ])
  func `known texts have their known sums`(text: String, expected: String) {
    for pieces in [1, 7, 63, 64, 65, 1000, 100_000] { #expect(sum(text, pieces: pieces) == expected) }
  }
}
