import Foundation
import SamplePictures
import TestSupport
import Testing

@testable import FileProviderProgram
@testable import FileProviderThumbnails

/// What the cache of thumbnails is made of: names, and pictures with texts in them.
@Suite struct ThumbnailTests {
  // The first two are of RFC 1321, the last is the example of the Thumbnail Managing Standard.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
  ])
  func `a picture is named by the digest of its file's URI`(text: String, digits: String) {
    #expect(MD5.digits(of: text.utf8) == digits)
  }

  @Test func `the digest knows every length about the end of a block`() throws {
    // Of 55, 56, 63, 64 and 65 times the letter a, as md5sum(1) has them.
    let digests = [
      55: "ef1772b6dff9a122358552954ad0df65", 56: "3b0c8ac703f828b04c6c197006d17218",
      63: "b06521f39153d618550606be297466d5", 64: "014842d480b571495a4a0363793f7367",
      65: "c743a45e0d2e6a95cb859adae0248435",
    ]
    for (count, digits) in digests { #expect(MD5.digits(of: [UInt8](repeating: 97, count: count)) == digits) }
  }

  @Test func `a thumbnail is not kept where MD5 is refused, and the reason is told`() async {
    await #expect(processExitsWith: .success) {
      try Libcrypto.refusingAll {
        let sandbox = try Sandbox()
        let cache = ThumbnailCache(folder: sandbox.folder + "/cache")
        let picture = try #require(PNGPicture(SamplePicture.png(3, 2)))
        let error = #expect(throws: CommandFailure.self) {
          try cache.put(picture, of: "file:///a", modified: 5, as: .normal)
        }
        try #require(error?.reason.contains("libcrypto") == true)
        try #require(access(cache.folder, F_OK) != 0)
      }
    }
  }

  @Test func `a URI is written as GLib writes it, whatever bytes are in the name`() {
    #expect(FileURI.text(of: "/home/me/a b;c,d=(e)~ü%?#".utf8) == "file:///home/me/a%20b%3Bc,d=(e)~%C3%BC%25%3F%23")
    #expect(FileURI.text(of: [0x2f, 0xe9, 0x0a]) == "file:///%E9%0A")
  }

  @Test func `texts are put after the header, in place of older ones, and nothing else changes`() throws {
    #expect(CRC32.checksum(of: "123456789".utf8) == 0xcbf4_3926)
    let plain = SamplePicture.png(3, 2, texts: [("Software", "test")])
    let marked = SamplePicture.png(3, 2, texts: [("Thumb::URI", "other"), ("Software", "test")])
    let picture = try #require(PNGPicture(marked))
    #expect(picture.width == 3 && picture.height == 2)
    let result = picture.with([("Thumb::URI", "file:///a"), ("Thumb::MTime", "5")])
    #expect(SamplePicture.texts(result) == ["Thumb::URI=file:///a", "Thumb::MTime=5", "Software=test"])
    #expect(PNGPicture(result)?.with([("Thumb::URI", "x"), ("Thumb::MTime", "y")]).count == result.count - 8)
    #expect(try #require(PNGPicture(plain)).with([]) == plain)
  }

  @Test func `a picture that is cut off or changed anywhere is refused`() {
    let whole = SamplePicture.png(4, 4)
    for count in 0..<whole.count { #expect(PNGPicture(Array(whole.prefix(count))) == nil, "\(count) bytes") }
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x40
      #expect(PNGPicture(changed) == nil, "byte \(index)")
    }
    var huge = Array(whole.prefix(8)) + [0xff, 0xff, 0xff, 0xff]
    huge += whole.dropFirst(12)
    #expect(PNGPicture(huge) == nil)
    #expect(PNGPicture(whole + [1, 2, 3])?.with([]) == whole)
  }

  @Test func `a picture goes into the size that was asked for, or the next one that takes it`() throws {
    func size(_ side: Int) throws -> ThumbnailSize? {
      ThumbnailSize.large.taking(try #require(PNGPicture(SamplePicture.png(side, 1))))
    }
    #expect(try size(16) == .large)
    #expect(try size(256) == .large)
    #expect(try size(257) == .xLarge)
    #expect(try size(1024) == .xxLarge)
    #expect(try size(1025) == nil)
  }
}
