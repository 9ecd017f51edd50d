import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A real Apache behind a proxy that cuts, delays, truncates, doubles and refuses.
@Suite(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct ProxyTests {
  private final class Place {
    let apache: Apache
    let proxy: FaultyProxy
    let provider: ProviderUnderTest

    init(seed: UInt64 = 1) throws {
      apache = try Apache()
      proxy = try FaultyProxy(to: apache.port, seed: seed)
      var settings = WebDAVSettings(address: "http://127.0.0.1:\(proxy.port)/dav/")
      (settings.user, settings.secret) = (Apache.user, .file(apache.passwordFile))
      // Else each new connection asks without a password first, which counts as a request.
      settings.authentication = .basic
      (settings.shortestInterval, settings.longestInterval) = (0.3, 1)
      provider = try ProviderUnderTest(settings)
    }

    deinit {
      provider.provider.invalidate()
      proxy.stop()
    }

    /// What is on the server's disk, as `RandomWork` tells it.
    var files: [String: String] {
      get throws {
        var found: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: apache.files.path) {
          if path.split(separator: "/").contains(".DAV") { continue }
          let url = apache.files.appendingPathComponent(path)
          var isFolder: ObjCBool = false
          _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
          found[isFolder.boolValue ? path + "/" : path] =
            isFolder.boolValue ? "" : try String(contentsOf: url, encoding: .utf8)
        }
        return found
      }
    }
  }

  /// How many steps there are: `FILEPROVIDER_PROXY_STEPS`, or a few.
  private static let steps = Machine.number("FILEPROVIDER_PROXY_STEPS") ?? 8

  @Test func `whatever happens on the way, both sides have the same in the end, once`() throws {
    let seed = RandomSeed.choose()
    let place = try Place(seed: seed)
    let work = RandomWork(place.provider, seed: seed)
    _ = try place.provider.list()
    var anchor = try place.provider.anchor()
    place.proxy.setFaulty(true)
    for _ in 0..<Self.steps {
      do { try work.step() } catch {
        Issue.record("SEED=\(seed) \(error) \(place.proxy.requests.suffix(25).joined(separator: "\n"))")
        return
      }
      if let changes = try? place.provider.changes(since: anchor) {
        anchor = changes.anchor
        #expect(work.identifiers.isDisjoint(with: changes.deleted), "SEED=\(seed)")
      }
    }
    place.proxy.setFaulty(false)
    #expect(try place.files == work.expected, "SEED=\(seed)")
    let isListed = try eventually(seconds: 10) { try Self.listed(place.provider) == work.expected }
    #expect(isListed, "SEED=\(seed)")
    // In a few steps there may be no fault that a call fails of.
    if Self.steps >= 60 { #expect(work.failures > 0) }
  }

  @Test func `a refusal that is not so is no conflict, and nothing is taken for gone`() throws {
    let place = try Place()
    _ = try place.provider.list()
    let told = try place.provider.create("a", "one").item
    for status in [409, 412] {
      place.proxy.inject(.refuse(status), into: "PUT")
      let change = #expect(throws: NSError.self) { try place.provider.modify(told, text: "two") }
      place.proxy.inject(.refuse(status), into: "DELETE")
      let deletion = #expect(throws: NSError.self) { try place.provider.delete(told) }
      place.proxy.inject(.refuse(status), into: "PUT")
      let creation = #expect(throws: NSError.self) { try place.provider.create("b", "new") }
      for error in [change, deletion, creation] { #expect(error?.domain == WebDAVError.domain, "\(status): \(error)") }
    }
    #expect(try place.files == ["a": "one"])
  }

  @Test func `a request that comes twice makes one folder, moves once and deletes all of it`() throws {
    let place = try Place()
    _ = try place.provider.list()
    place.proxy.inject(.duplicate, into: "MKCOL")
    let folder = try place.provider.create("folder", nil).item
    for name in ["a", "b"] { try place.provider.create(name, "text", in: folder.identifier) }
    place.proxy.inject(.duplicate, into: "MOVE")
    let moved = try place.provider.modify(folder, name: "other").item
    #expect(try place.files == ["other/": "", "other/a": "text", "other/b": "text"])
    // The clock itself is meant: Apache's tags are weak for a second, and a deletion is then sent in another way.
    usleep(1_100_000)
    place.proxy.inject(.duplicate, into: "DELETE", times: 3)
    try place.provider.delete(moved, recursively: true)
    #expect(try place.files == [:])
  }

  @Test(arguments: [429, 503])
  func `nothing is asked of a server before the time that it tells`(status: Int) throws {
    let place = try Place()
    _ = try place.provider.list()
    place.proxy.inject(.refuse(status), into: "PUT")
    let error = #expect(throws: NSError.self) { try place.provider.create("a", "one") }
    let refused = Date()
    #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    #expect(
      error?.localizedDescription.contains(status == 429 ? "too many requests" : "temporarily unavailable") == true)
    #expect(eventually { (try? place.provider.create("a", "one", mayExist: true)) != nil })
    #expect(Date().timeIntervalSince(refused) > 0.8)
    let puts = place.proxy.requests.filter { $0.hasPrefix("PUT /dav/a ") }
    #expect(puts.count == 2, "\(place.proxy.requests)")
  }

  @Test(arguments: [(423, "locked by somebody else"), (507, "no space left")])
  func `what is locked, and what has no room, is said, and asked for once a call`(status: Int, words: String) throws {
    let place = try Place()
    _ = try place.provider.list()
    place.proxy.inject(.refuse(status), into: "PUT", times: 3)
    for call in 1...3 {
      let error = #expect(throws: NSError.self) { try place.provider.create("a", "one") }
      #expect(error?.localizedDescription.contains(words) == true, "\(String(describing: error))")
      #expect(place.proxy.requests.filter { $0.hasPrefix("PUT /dav/a ") }.count == call)
    }
    try place.provider.create("a", "one")
    #expect(try place.files == ["a": "one"])
  }

  /// All that a provider tells of, with contents.
  private static func listed(
    _ provider: ProviderUnderTest, _ folder: NSFileProviderItemIdentifier = .rootContainer, _ prefix: String = ""
  ) throws -> [String: String] {
    var found: [String: String] = [:]
    for (name, item) in try provider.list(folder) {
      found[prefix + name + (item.isFolder ? "/" : "")] = item.isFolder ? "" : try provider.contents(item)
      if item.isFolder { found.merge(try listed(provider, item.identifier, prefix + name + "/")) { $1 } }
    }
    return found
  }
}
