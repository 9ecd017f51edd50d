import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderStore

/// What links lead to, for the colours of `ls`: by the store alone, as far as the way is in the domain.
@Suite struct LinkReaderTests {
  let fixture: TemporaryStore
  let folder: ItemID
  let unlisted: ItemID

  init() throws {
    fixture = try TemporaryStore()
    folder = try fixture.create("folder", kind: .folder)
    unlisted = try fixture.create("unlisted", kind: .folder)
    let unlisted = unlisted
    try fixture.change { (transaction) throws(StoreError) in try transaction.setFlags(.unlisted, true, of: unlisted) }
    try fixture.create("pipe", in: folder, kind: .fifo)
    try link("to-folder", to: "folder")
  }

  private func link(_ name: String, to target: String, in parent: ItemID = .root) throws {
    try fixture.change { (transaction) throws(StoreError) in
      var new = NewItem(parent: parent, name: try FileName(name), kind: .symlink, mode: 0o777, owner: 0, group: 0)
      new.target = Array(target.utf8)
      try TreeEditor(transaction).create(new)
    }
  }

  /// Where a new link in a folder leads.
  private func target(_ path: String, in parent: ItemID = .root, mountpoint: String? = nil) throws -> LinkTarget {
    let name = "link-\(UUID().uuidString)"
    try link(name, to: path, in: parent)
    let mountpoint = mountpoint.map { Array($0.utf8) }
    return try fixture.store.readCommitted { (reader) throws(StoreError) in
      guard let item = try reader.child(of: parent, named: try FileName(name)) else { return .unknown }
      return try LinkReader(reader, mountpoint: mountpoint).target(of: item)
    }
  }

  private let pipe = LinkTarget.item(.fifo, mode: 0o644)

  @Test(arguments: ["folder/pipe", "./folder//pipe", "folder/../to-folder/pipe", "to-folder/pipe"])
  func `a path in the domain`(path: String) throws {
    #expect(try target(path) == pipe)
    #expect(try target("../" + path, in: folder) == pipe)
    #expect(try target("/mnt/here/" + path, mountpoint: "/mnt/here") == pipe, "no such folder: the store is read")
    #expect(try target("../here/" + path, mountpoint: "/mnt/here") == pipe)
  }

  @Test func `what is missing, and what is not known`() throws {
    #expect(try target("nothing") == .missing && target("folder/pipe/") == .missing)
    #expect(try target("folder/pipe/..") == .missing)
    #expect(try target(String(repeating: "x", count: 300)) == .missing)
    #expect(try target("unlisted/one") == .unknown && target("unlisted") == .item(.folder, mode: 0o644))
    #expect(try target("../elsewhere") == .unknown)
    try link("round", to: "round")
    #expect(try target("round") == .missing)
    try link("step-1", to: "folder")
    for number in 2...40 { try link("step-\(number)", to: "step-\(number - 1)") }
    #expect(try target("step-39") == .item(.folder, mode: 0o644) && target("step-40") == .missing, "40 links at most")
  }

  @Test func `a path that leads out of the domain`() throws {
    let place = try TestDirectory("outside")
    try Data().write(to: place.appending("file"))
    chmod(place.appending("file").path, 0o750)
    let (file, mountpoint) = (LinkTarget.item(.file, mode: 0o750), place.appending("mnt").path)
    #expect(try target(place.appending("file").path) == file)
    #expect(try target("../../file", in: folder, mountpoint: mountpoint) == file)
    #expect(try target("../nothing", mountpoint: mountpoint) == .missing)
    #expect(try target("..", mountpoint: "/mnt") == LinkTarget(at: Array("/".utf8)))
    #expect(try target(mountpoint + "ed", mountpoint: mountpoint) == .missing, "its name only begins like the mount's")
  }
}
