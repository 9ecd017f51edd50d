import Foundation
import Testing

@testable import FileProviderWebDAV

/// Addresses and references, as people and servers write them.
@Suite struct EndpointTests {
  private func place(_ endpoint: Endpoint, _ folder: RemotePath = .root) -> AnsweredPlace {
    AnsweredPlace(folder: folder, names: endpoint.names + folder.names)
  }

  @Test func `an address with a name or a password in it is refused before anything else`() {
    for address in ["https://me:secret@host/dav", "https://me@host/dav", "http://a@b:1/"] {
      #expect(throws: Endpoint.Problem.hasCredentials) { try Endpoint(address) }
    }
    #expect(throws: Endpoint.Problem.otherScheme) { try Endpoint("ftp://host/") }
    #expect(throws: Endpoint.Problem.notAnAddress) { try Endpoint("host/dav") }
    #expect(throws: Endpoint.Problem.notAnAddress) { try Endpoint("https:///dav") }
    #expect(throws: Endpoint.Problem.notAnAddress) { try Endpoint("https://host/a/../b") }
    #expect(throws: Endpoint.Problem.notAnAddress) { try Endpoint("https://ho st/") }
    #expect(throws: Endpoint.Problem.hasQuery) { try Endpoint("https://host/?x") }
  }

  @Test func `references are read in every form that servers use`() throws {
    let endpoint = try Endpoint("HTTPS://Cloud.example.org:443/dav/my%20files/")
    #expect(endpoint.origin == "https://cloud.example.org")
    let expected = RemotePath(bytes: Array("a b/c".utf8), isFolder: false)
    for reference in [
      "/dav/my%20files/a%20b/c", "https://cloud.example.org/dav/my%20files/a%20b/c", "//inside/dav/my files/a b/c",
      "http://inside:8080/dav/my%20files/a%20b/c", "/dav/my%20files//a%20b/%63", "/d%61v/my%20files/a b/c?x#y",
    ] {
      #expect(place(endpoint).position(of: reference) == .inside(expected), "\(reference)")
    }
    let folder = RemotePath(bytes: Array("a b".utf8), isFolder: true)
    for reference in ["c", "./c", "/dav/my files/a b/c"] {
      #expect(place(endpoint, folder).position(of: reference) == .inside(expected), "\(reference)")
    }
    for reference in ["/dav/my%20files", "/dav/my%20files/", "./", "."] {
      #expect(place(endpoint).position(of: reference) == .itself, "\(reference)")
    }
    #expect(place(endpoint).position(of: "/dav/my%20files/a%20b/") == .inside(folder))
  }

  @Test func `what is not below the collection, or is no name of a file, is no item`() throws {
    let endpoint = try Endpoint("https://host/dav/")
    for reference in ["", "?x", "/other/x", "/da", "/davx", "/dav/%2e%2e/x", "../x", "https://host"] {
      #expect(place(endpoint).position(of: reference) == .outside, "\(reference)")
    }
    for reference in ["/dav/a%2Fb", "/dav/a%00b", "/dav/./x"] {
      #expect(place(endpoint).position(of: reference) == .strange, "\(reference)")
    }
  }

  @Test func `names keep their bytes, whatever they are`() throws {
    let endpoint = try Endpoint("https://host/dav")
    for name: [UInt8] in [
      Array("plain".utf8), [0x63, 0x61, 0x66, 0xE9], Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8),
      Array("100%".utf8),
      Array("a#b?c;d:e\\f".utf8), Array("\\xe9".utf8), Array("\\x5cxe9".utf8), Array(" ".utf8),
    ] {
      let path = RemotePath.root.appending(name, isFolder: false)
      let url = endpoint.url(path)
      #expect(place(endpoint).position(of: url) == .inside(path), "\(url)")
      #expect(RemotePath(identifier: path.identifier) == path, "\(path.identifier)")
    }
    #expect(RemotePath(identifier: "/caf\u{E9}") != RemotePath(identifier: "/cafe\u{301}"))
    #expect(RemotePath(identifier: "/a") != RemotePath(identifier: "/a/"))
    for identifier in ["", "a", "//", "/a//b", "/../a", "12"] { #expect(RemotePath(identifier: identifier) == nil) }
  }

  @Test func `a folder is above what is in it, and not above what only begins like it`() {
    let folder = RemotePath(bytes: Array("ab".utf8), isFolder: true)
    #expect(folder.appending(Array("c".utf8), isFolder: false).isAtOrBelow(folder))
    #expect(!RemotePath(bytes: Array("abc".utf8), isFolder: false).isAtOrBelow(folder))
    #expect(folder.isAtOrBelow(.root))
  }

  @Test func `dates and versions are read as HTTP writes them`() {
    #expect(HTTPDate.date("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
    #expect(HTTPDate.date("Thu, 29 Feb 2024 00:00:00 GMT") == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(HTTPDate.internetDate("1997-12-01T17:42:21Z") == Date(timeIntervalSince1970: 880_998_141))
    #expect(HTTPDate.internetDate("1997-12-01T17:42:21.25Z") == Date(timeIntervalSince1970: 880_998_141))
    for text in ["", "now", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8 GMT"] {
      #expect(HTTPDate.date(text) == nil)
    }
    #expect(EntityTag("W/\"x\"")?.isWeak == true)
    #expect(EntityTag("W/\"x\"")?.names(EntityTag(" \"x\" ")) == true)
    #expect(EntityTag("\"x\"")?.isWeak == false)
    #expect(EntityTag("") == nil)
    #expect(EntityTag("\"a\r\nX: y\"") == nil)
  }
}
